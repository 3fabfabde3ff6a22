import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/app.ts";
import { businessCalendarOf } from "../modules/funds/calendar/index.ts";
import { openGatewayAccount } from "../modules/gateways/gateway-account/index.ts";
import { chooseRoute, paymentMethodsFor } from "../modules/gateways/routing/index.ts";
import { findFeeRule } from "../modules/merchants/mer-payment-method-cfg/index.ts";
import { termsInForce } from "../modules/merchants/merchant-account-cfg/index.ts";
import { permissionsOfMerchantRole, resolveAccess } from "../modules/system/role/index.ts";
import { systemActor } from "../platform/access/actor.ts";
import { administratorAccount, firstIds, seed } from "./seed.ts";
import { seedConfigs } from "./seed-system.ts";

let app: TestApp;
let said: string[];
beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DEMO: "true" } });
  said = [];
  // Several nodes that start at the same moment.
  await Promise.all([1, 2, 3].map(() => seed(app.platform, (line) => void said.push(line))));
});
afterAll(() => app.close());

const db = () => app.platform.db;
const count = async (
  table: "menus" | "configs" | "dictItems" | "users" | "visits" | "notices" | "schedules" | "tenants" | "roleMenus",
) =>
  Number(
    (
      await db()
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("seed", () => {
  test("says the administrator's account and password once, whichever node made it", () => {
    expect(said.filter((line) => line.includes(administratorAccount))).toHaveLength(1);
    const [password] = said.flatMap((line) => /^password\s+(\S{20}) /.exec(line)?.[1] ?? []);
    expect(password).toBeDefined();
  });

  test.each([
    ["sys_second_ver", true, "True"],
    ["sys_second_ver", false, "False"],
    ["sys_secret_in_query", true, "False"],
    ["sys_secret_in_query", false, "True"],
  ])("starts with the safer %s in production: %s", async (code, isProduction, value) => {
    await db().deleteFrom("configs").where("code", "=", code).execute();
    await seedConfigs({ db: db(), now: app.clock.now(), locale: "en", isProduction });
    const setting = db().selectFrom("configs").select("value").where("code", "=", code);
    expect((await setting.executeTakeFirstOrThrow()).value).toBe(value);
  });

  test("keeps no password in clear", async () => {
    const credential = await db()
      .selectFrom("credentials")
      .selectAll()
      .where("userId", "=", firstIds.user)
      .executeTakeFirstOrThrow();
    const password = said.flatMap((line) => /^password\s+(\S+)/.exec(line)?.[1] ?? [])[0] ?? "?";
    expect(JSON.stringify(credential)).not.toContain(password);
  });

  test("makes the administrator all-powerful and the demonstration's people limited and without passwords", async () => {
    expect(await resolveAccess(app.platform, firstIds.user)).toMatchObject({
      holdsAll: true,
      scope: { tenantId: null },
    });
    const lead = await db()
      .selectFrom("users")
      .select(["id", "tenantId"])
      .where("account", "=", "lin.yue")
      .executeTakeFirstOrThrow();
    const access = await resolveAccess(app.platform, lead.id);
    expect(access).toMatchObject({ holdsAll: false, scope: { tenantId: lead.tenantId, orgIds: "all" } });
    expect(access?.permissions.has("sysUser:add")).toBe(true);
    // Settings, menus and dictionaries are shared by all tenants and stay with the operator.
    expect(
      [...(access?.permissions ?? [])].filter((permission) => /^sys(Config|Menu|DictType|DictData):/.test(permission)),
    ).toEqual([]);
    expect(
      await db().selectFrom("credentials").select("userId").where("userId", "<>", firstIds.user).execute(),
    ).toEqual([]);
  });

  test("prices and settles every merchant of the demonstration that is in business", async () => {
    const merchants = await db()
      .selectFrom("merchants")
      .select(["id", "currency"])
      .where("status", "in", ["active", "suspended", "closing"])
      .execute();
    const at = new Date();
    for (const { id: merchantId, currency } of merchants) {
      const reader = { db: db(), actor: systemActor, seals: app.context().seals };
      expect(await termsInForce(reader, { merchantId, at })).toMatchObject({ settlementCurrency: currency });
      const payment = { merchantId, currency, gatewayAccountId: null, at };
      const card = { ...payment, method: "card_visa", methodCategory: "card", cardRegion: "inter" };
      expect(await findFeeRule(reader, card)).toMatchObject({ merchantId, currency, methodCategory: "card" });
      const wallet = { ...payment, method: "alipay", methodCategory: "wallet", cardRegion: null };
      expect((await findFeeRule(reader, wallet)).merchantId).toBe(merchantId);
    }
    const waiting = await db().selectFrom("feeRules").select("id").where("decision", "=", "pending").execute();
    expect(waiting.length).toBe(1);
  });

  test("routes a card of every merchant in business over two accounts at least, and offers it at checkout", async () => {
    const merchants = await db()
      .selectFrom("merchants")
      .select(["id", "currency"])
      .where("status", "in", ["active", "suspended", "closing"])
      .execute();
    for (const { id: merchantId, currency } of merchants) {
      const reader = { db: db(), actor: systemActor };
      const asked = {
        merchantId,
        appId: null,
        mode: "test" as const,
        amount: money(50_000n, currency),
        country: null,
        at: new Date(),
      };
      const { candidates } = await chooseRoute(reader, {
        ...asked,
        orderNo: "OR1",
        method: "card_visa",
        binCountry: null,
        type: "hosted_page",
        captureMethod: "automatic",
        triedAccountIds: [],
      });
      expect(candidates.length).toBeGreaterThanOrEqual(2);
      expect((await paymentMethodsFor(reader, asked)).map(({ method }) => method)).toContain("card_visa");
    }
  });

  test("gives the demonstration merchants in most states, and somebody who sees one of them alone", async () => {
    const merchants = await db().selectFrom("merchants").select(["id", "status", "currency"]).execute();
    expect(merchants.length).toBeGreaterThanOrEqual(12);
    expect(new Set(merchants.map(({ status }) => status)).size).toBeGreaterThanOrEqual(9);
    expect(new Set(merchants.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(9);
    const { id, merchantId } = await db()
      .selectFrom("users")
      .select(["id", "merchantId"])
      .where("account", "=", "lanting")
      .executeTakeFirstOrThrow();
    const access = await resolveAccess(app.platform, id);
    expect(access?.scope.merchantIds).toEqual([merchantId]);
    expect([...(access?.permissions ?? [])].sort()).toEqual(permissionsOfMerchantRole("merchant_owner").sort());
    expect(access?.permissions.has("merchant:approve")).toBe(false);
  });

  test("gives the demonstration the business days of this year and the next", async () => {
    const { id: tenantId } = await db()
      .selectFrom("tenants")
      .select("id")
      .where("id", "<>", firstIds.tenant)
      .executeTakeFirstOrThrow();
    const calendarOf = (code: string) => businessCalendarOf({ db: db(), actor: { ...systemActor, tenantId } }, code);
    const target = await calendarOf("EU-TARGET");
    expect(target.holidays).toEqual(expect.arrayContaining(["2026-12-25", "2027-03-26"]));
    expect((await calendarOf("CN")).workingWeekends).toContain("2026-10-10");
  });

  test("gives the demonstration a history that ends before now", async () => {
    expect(await count("visits")).toBeGreaterThan(500);
    expect(await count("notices")).toBeGreaterThan(5);
    expect(await count("schedules")).toBeGreaterThan(50);
    const now = app.clock.now().toISOString();
    expect(await db().selectFrom("visits").select("id").where("createTime", ">=", now).execute()).toEqual([]);
  });

  test("adds nothing and overwrites nothing at the next start", async () => {
    await db().updateTable("menus").set({ title: "Renamed" }).where("code", "=", "sysPos").execute();
    await db().updateTable("configs").set({ value: "7" }).where("code", "=", "sys_idle_minutes").execute();
    await db()
      .updateTable("roles")
      .set({ name: "Chief" })
      .where("code", "=", "sys_admin")
      .where("tenantId", "=", 1)
      .execute();
    const tables = [
      "menus",
      "configs",
      "dictItems",
      "users",
      "visits",
      "notices",
      "schedules",
      "tenants",
      "roleMenus",
    ] as const;
    const before = await Promise.all(tables.map(count));
    const again: string[] = [];
    await seed(app.platform, (line) => void again.push(line));
    expect(await Promise.all(tables.map(count))).toEqual(before);
    expect(again).toEqual([]);
    expect(await db().selectFrom("menus").select("title").where("code", "=", "sysPos").executeTakeFirst()).toEqual({
      title: "Renamed",
    });
    expect(
      await db().selectFrom("configs").select("value").where("code", "=", "sys_idle_minutes").executeTakeFirst(),
    ).toEqual({ value: "7" });
  });

  test("brings a page of a later release in, with its buttons and the administrators' grants", async () => {
    const page = await db().selectFrom("menus").select("id").where("code", "=", "sysPos").executeTakeFirstOrThrow();
    await db().deleteFrom("menus").where("id", "=", page.id).execute();
    await seed(app.platform, () => {});
    const button = await db()
      .selectFrom("menus")
      .select("id")
      .where("code", "=", "sysPos:add")
      .executeTakeFirstOrThrow();
    const holders = await db()
      .selectFrom("roleMenus")
      .innerJoin("roles", "roles.id", "roleMenus.roleId")
      .select("roles.code")
      .where("menuId", "=", button.id)
      .execute();
    expect(holders.length).toBeGreaterThanOrEqual(2);
    expect(new Set(holders.map(({ code }) => code))).toEqual(new Set(["sys_admin"]));
  });

  test("refuses a given password that is too weak, and names the variable", async () => {
    const weak = { ...app.platform, config: { ...app.platform.config, adminPassword: "short" } };
    await expect(seed(weak, () => {})).rejects.toThrow("COUNTINGHOUSE_ADMIN_PASSWORD");
  });
});

describe("the demonstration's gateways", () => {
  test("lead to the simulator with the keys it starts with, and the live one waits for its own", async () => {
    const accounts = await db().selectFrom("gatewayAccounts").select(["id", "upstreamMid", "mode", "status"]).execute();
    expect(accounts.map(({ upstreamMid }) => upstreamMid).sort()).toEqual([
      "acct_meridian_hk",
      "sim_airwallex",
      "sim_backup",
      "sim_main",
    ]);
    for (const { id, upstreamMid, mode, status } of accounts) {
      if (mode === "live") {
        expect(status).toBe("disabled");
        await expect(openGatewayAccount(app.platform, id)).rejects.toMatchObject({
          code: "gatewayAccount.credentialsMissing",
        });
        continue;
      }
      expect(await openGatewayAccount(app.platform, id)).toMatchObject({
        baseUrl: expect.stringMatching(/^(simulator:|http:\/\/127\.0\.0\.1)/),
        credentials: { apiKey: `sk_${upstreamMid}_0001` },
        webhookSecret: `whsec_${upstreamMid}_0001`,
        service: "enabled",
      });
    }
  });

  test("price every method of every account, so that none falls back on a default by accident", async () => {
    const { rows } = await sql<{ unpriced: number }>`
      SELECT count(*) AS unpriced FROM gateway_methods m JOIN gateway_accounts a ON a.id = m.gateway_account_id
       CROSS JOIN unnest(a.currencies) AS held (currency)
       WHERE NOT EXISTS (SELECT 1 FROM gateway_method_costs c
              WHERE c.gateway_method_id = m.id AND c.currency = held.currency AND c.card_region = 'any')`.execute(db());
    expect(rows).toEqual([{ unpriced: 0 }]);
  });
});
