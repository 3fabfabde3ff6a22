import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { expectedCost } from "../routing/routing.cost.policy.ts";
import { costSourceOf, feeTaxesOf, findByWebhookToken, openGatewayAccount, sealCredentials } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe("openGatewayAccount", () => {
  test("gives a call all it needs: address, credentials in the clear, the notification secret apart", async () => {
    const { tenantId } = await buildTenant(app);
    const built = await buildGateway(app, {
      tenantId,
      credentials: { apiKey: "sk_x_0001", webhookSecret: "whsec_x_0001" },
      upstream: {
        baseUrlTest: "https://test.gateway.example/",
        timeoutMs: 4000,
        exponentOverrides: JSON.stringify([{ currency: "HUF", exponent: 0 }]),
      },
    });
    expect(await openGatewayAccount(app.platform, built.gatewayAccountId)).toMatchObject({
      id: built.gatewayAccountId,
      gatewayId: built.gatewayId,
      tenantId,
      connector: "simulator",
      baseUrl: "https://test.gateway.example",
      mode: "test",
      upstreamMid: "sim_main",
      credentials: { apiKey: "sk_x_0001" },
      webhookSecret: "whsec_x_0001",
      timeoutMs: 4000,
      exponentOverrides: { HUF: 0 },
      service: "enabled",
    });
  });

  test("takes the live address for a live account and the simulator's for its name", async () => {
    const { tenantId } = await buildTenant(app);
    const live = await buildGateway(app, { tenantId, mode: "live" });
    const near = await buildGateway(app, { tenantId, method: "sim_qr" });
    const config = { ...app.platform.config, simulatorUrl: "http://127.0.0.1:4100" };
    const platform = { ...app.platform, config };
    expect((await openGatewayAccount(platform, live.gatewayAccountId)).baseUrl).toBe("https://gateway.example");
    expect((await openGatewayAccount(platform, near.gatewayAccountId)).baseUrl).toBe("http://127.0.0.1:4100");
  });

  test("refuses an account without its credentials, by their names, and one that does not exist", async () => {
    const { tenantId } = await buildTenant(app);
    const { gatewayAccountId } = await buildGateway(app, { tenantId, credentials: {} });
    await expect(openGatewayAccount(app.platform, gatewayAccountId)).rejects.toMatchObject({
      code: "gatewayAccount.credentialsMissing",
      values: { names: "apiKey" },
    });
    await expect(openGatewayAccount(app.platform, "ga_00000000000000000000000000")).rejects.toMatchObject({
      code: "platform.notFound",
    });
  });

  test.each([
    ["draining", "enabled", "enabled", "draining"],
    ["enabled", "draining", "enabled", "draining"],
    ["enabled", "enabled", "disabled", "disabled"],
    ["disabled", "draining", "enabled", "disabled"],
  ] as const)(
    "is as open as account %s, gateway %s and provider %s together: %s",
    async (account, gateway, upstream, service) => {
      const { tenantId } = await buildTenant(app);
      const built = await buildGateway(app, { tenantId, account: { status: account }, upstream: { status: upstream } });
      await app.platform.db
        .updateTable("gateways")
        .set({ status: gateway })
        .where("id", "=", built.gatewayId)
        .execute();
      expect((await openGatewayAccount(app.platform, built.gatewayAccountId)).service).toBe(service);
    },
  );

  test("opens a sealed value nowhere but in its own row and under its own name", async () => {
    const { tenantId } = await buildTenant(app);
    const [one, two] = [
      await buildGateway(app, { tenantId, credentials: { apiKey: "one", webhookSecret: "hook" } }),
      await buildGateway(app, { tenantId, method: "sim_qr", credentials: { apiKey: "two" } }),
    ];
    const { db } = app.platform;
    const sealed = (id: string, name: string) =>
      db
        .selectFrom("gatewayCredentials")
        .select("sealed")
        .where("gatewayAccountId", "=", id)
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
    const put = (id: string, name: string, value: { sealed: string }) =>
      db
        .updateTable("gatewayCredentials")
        .set(value)
        .where("gatewayAccountId", "=", id)
        .where("name", "=", name)
        .execute();
    const own = await sealed(one.gatewayAccountId, "apiKey");
    await put(one.gatewayAccountId, "apiKey", await sealed(two.gatewayAccountId, "apiKey"));
    await expect(openGatewayAccount(app.platform, one.gatewayAccountId)).rejects.toThrow();
    await put(one.gatewayAccountId, "apiKey", await sealed(one.gatewayAccountId, "webhookSecret"));
    await expect(openGatewayAccount(app.platform, one.gatewayAccountId)).rejects.toThrow();
    await put(one.gatewayAccountId, "apiKey", own);
    expect((await openGatewayAccount(app.platform, one.gatewayAccountId)).credentials).toEqual({ apiKey: "one" });
  });

  test("keeps nothing in the clear: no column of the account's rows holds a credential", async () => {
    const { tenantId } = await buildTenant(app);
    const { gatewayAccountId } = await buildGateway(app, { tenantId, credentials: { apiKey: "sk_plain_7431" } });
    const rows = await app.platform.db
      .selectFrom("gatewayCredentials")
      .selectAll()
      .where("gatewayAccountId", "=", gatewayAccountId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("sk_plain_7431");
    const [first, second] = [1, 2].map(() => sealCredentials(app.platform, gatewayAccountId, { apiKey: "same" }));
    expect(first?.[0]?.sealed).not.toBe(second?.[0]?.sealed);
  });
});

describe("findByWebhookToken", () => {
  test("finds the account of an address, and nothing for another word", async () => {
    const { tenantId } = await buildTenant(app);
    const { gatewayAccountId } = await buildGateway(app, { tenantId });
    const { webhookToken } = await app.platform.db
      .selectFrom("gatewayAccounts")
      .select("webhookToken")
      .where("id", "=", gatewayAccountId)
      .executeTakeFirstOrThrow();
    expect(webhookToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await findByWebhookToken(app.platform, webhookToken))?.id).toBe(gatewayAccountId);
    for (const word of ["", "x", `${webhookToken.slice(0, -1)}~`, "A".repeat(43), `${webhookToken}' OR true --`])
      expect(await findByWebhookToken(app.platform, word)).toBeUndefined();
  });
});

describe("costSourceOf", () => {
  const at = new Date("2026-11-21T10:00:00Z");

  async function buildPrices() {
    const { tenantId } = await buildTenant(app);
    const built = await buildGateway(app, { tenantId });
    const add = (values: {
      percent: number;
      currency?: string;
      cardRegion?: "any" | "domestic" | "inter";
      validFrom?: string;
      fixed?: string;
      maximum?: string;
    }) =>
      app.platform.db
        .insertInto("gatewayMethodCosts")
        .values({
          id: newId("gp", app.clock.now()),
          tenantId,
          gatewayMethodId: built.gatewayMethodId,
          currency: "USD",
          validFrom: "2026-01-01",
          minimum: null,
          maximum: null,
          createUserId: null,
          createUserName: null,
          ...values,
        })
        .execute();
    const cost = async (
      amountMinor: bigint,
      currency = "USD",
      cardRegion: "domestic" | "intra" | "inter" | null = null,
      when = at,
    ) => {
      const { gatewayAccountId } = built;
      const source = await costSourceOf(app.context(), { gatewayAccountId, method: "card_visa", currency, at: when });
      return source && expectedCost(money(amountMinor, currency), cardRegion, source)?.amountMinor;
    };
    return { add, cost, built };
  }

  test("is the provider's default where the account has no price of its own", async () => {
    const { cost } = await buildPrices();
    expect(await cost(10_000n)).toBe(160n);
    expect(await cost(10_000n, "EUR")).toBe(150n);
  });

  test("is the price of the card's region, else of any, that started last, within its limits", async () => {
    const { add, cost } = await buildPrices();
    await add({ percent: 20_000, fixed: "30" });
    await add({ percent: 10_000, cardRegion: "domestic", maximum: "90" });
    await add({ percent: 30_000, validFrom: "2026-06-01" });
    await add({ percent: 99_000, validFrom: "2026-11-22" });
    expect(await cost(10_000n)).toBe(300n);
    expect(await cost(10_000n, "USD", "inter")).toBe(300n);
    expect(await cost(10_000n, "USD", "domestic")).toBe(90n);
    expect(await cost(10_000n, "USD", null, new Date("2026-02-01T00:00:00Z"))).toBe(230n);
  });

  test("is not known for a method that the provider does not offer", async () => {
    const { built } = await buildPrices();
    const question = { gatewayAccountId: built.gatewayAccountId, method: "alipay", currency: "USD", at };
    expect(await costSourceOf(app.context(), question)).toBeUndefined();
  });
});

describe("feeTaxesOf", () => {
  test("is the rate that holds on the day, half-open, of the merchant's country and on our fee alone", async () => {
    const place = await buildTenant(app);
    const { tenantId } = place;
    const { gatewayId } = await buildGateway(app, { tenantId });
    const [british, french] = [
      await buildMerchant(app, { ...place, country: "GB" }),
      await buildMerchant(app, { ...place, country: "FR" }),
    ];
    const add = (rate: number, validFrom: string, validTo: string | null, base: "our_fee" | "gross" = "our_fee") =>
      app.platform.db
        .insertInto("gatewayTaxes")
        .values({
          id: newId("gt", app.clock.now()),
          tenantId,
          gatewayId,
          country: "GB",
          base,
          taxName: "VAT",
          rate,
          validFrom,
          validTo,
        })
        .execute();
    await add(175_000, "2025-01-01", "2026-01-01");
    await add(200_000, "2026-01-01", null);
    await add(10_000, "2024-01-01", null, "gross");
    const rate = async (day: string, merchantId = british) =>
      (await feeTaxesOf(app.context(), merchantId, new Date(`${day}T12:00:00Z`))).get(gatewayId)?.rate;
    expect(await rate("2025-12-31")).toBe(175_000);
    expect(await rate("2026-01-01")).toBe(200_000);
    expect(await rate("2024-12-31")).toBeUndefined();
    expect(await rate("2026-01-01", french)).toBeUndefined();
  });
});
