import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { gatewaySettled } from "@countinghouse/ledger/reconciliation.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { findingsOf, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { seedHouses } from "../../../seed/seed-house.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const seeding = () => ({ db: app.platform.db, now: app.clock.now(), locale: "en" as const });

async function houseOf(tenantId: number): Promise<string[]> {
  await seedHouses(seeding());
  const rows = await app.platform.db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("isHouse", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

describe("the house of a tenant", () => {
  test("is made once, however often a node starts", async () => {
    const { tenantId } = await buildTenant(app);
    const [house] = await houseOf(tenantId);
    expect(house).toMatch(/^mer_/);
    expect(await houseOf(tenantId)).toEqual([house]);
  });

  test("is no merchant to anybody: neither listed, chosen, counted, opened, changed nor given an app", async () => {
    const place = await buildTenant(app);
    const [house = ""] = await houseOf(place.tenantId);
    const own = await buildMerchant(app, place);
    const scope = { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
    for (const one of [
      actor(),
      actor({ userId: 9, ...place, scope }),
      actor({ ...place, scope: { ...scope, orgIds: [place.orgId] } }),
    ]) {
      const operator = app.as({ ...one, provenAt: app.clock.now() });
      const { items } = await operator.call(merchant, "page", {});
      expect(items.map(({ id }) => id)).not.toContain(house);
      const chosen = await operator.call(merchant, "list", {});
      expect(chosen.map(({ id }) => id)).not.toContain(house);
      expect(chosen.map(({ id }) => id)).toContain(own);
      const missing = { status: 404, bizCode: "platform.notFound" };
      expect(await operator.send(merchant, "detail", { id: house })).toMatchObject(missing);
      expect(
        await operator.send(merchant, "suspend", {
          id: house,
          reason: "Suspended",
          canPay: false,
          canRefund: false,
          canWithdraw: false,
          canPayout: false,
        } as never),
      ).toMatchObject(missing);
      const asked = { merchantId: house, name: "Shop", website: "https://shop.example" };
      expect((await operator.send(coinApp, "add", asked as never)).status).not.toBe(200);
    }
  });

  test("takes part in no payment, whatever somebody writes into its row", async () => {
    const { tenantId } = await buildTenant(app);
    const [house = ""] = await houseOf(tenantId);
    for (const values of [{ canPay: true, status: "active" as const }, { status: "suspended" as const }]) {
      const written = app.platform.db.updateTable("merchants").set(values).where("id", "=", house).execute();
      await expect(written).rejects.toMatchObject({ code: "23514" });
    }
  });

  test("has a book that is verified, shown and corrected like others, and no balance among merchants'", async () => {
    const place = await buildTenant(app);
    const [house = ""] = await houseOf(place.tenantId);
    await postIn(app, {
      merchantId: house,
      book: "live",
      entries: [
        gatewaySettled({ merchantId: house, gatewayAccountId: "gwa_1", amount: usd(500), payoutAccountId: "b" }),
      ],
      eventId: "gst_1",
      orderId: null,
      effectiveDate: "2026-11-21",
      description: "Paid by the gateway",
    });
    const [maker, checker] = [1, 2].map((userId) => app.as(actor({ userId, provenAt: app.clock.now() })));
    const ask = {
      merchantId: house,
      currency: "USD",
      mode: "live",
      amount: "-100",
      reason: "R",
      evidence: "E",
    } as const;
    const { id } = (await maker?.call(merchantBalance, "adjust", ask)) ?? { id: "" };
    const waiting = (await checker?.call(merchantBalance, "adjustments", { merchantId: house, mode: "live" })) ?? [];
    expect(waiting.map((one) => one.id)).toEqual([id]);
    await checker?.call(merchantBalance, "approve", { merchantId: house, id });
    expect(await findingsOf(app, house)).toEqual([]);
    const journals = await app.as(actor()).call(ledger, "page", { merchantId: house });
    expect(journals.items.map(({ event }) => event).sort()).toEqual(["J60", "J70"]);
    expect(journals.items.find(({ event }) => event === "J70")).toMatchObject({
      amount: "100",
      currency: "USD",
      debitAccounts: [`mer:${house}:available:USD`],
      creditAccounts: [expect.stringMatching(/^plt:/)],
    });
    const { accounts } = await app.as(actor()).call(ledger, "trialBalance", { merchantId: house });
    expect(accounts.map(({ accountCode }) => accountCode)).toContain("plt:bank:USD:b");
    const balance = { merchantId: house, mode: ask.mode, currency: ask.currency };
    expect(await app.as(actor()).call(merchantBalance, "detail", balance)).toMatchObject({
      merchantId: house,
      totalAmount: ask.amount,
    });
    const explained = await app.as(actor()).call(merchantBalance, "explain", { ...balance, bucket: "available" });
    expect(explained.items.map(({ event }) => event)).toEqual(["J70"]);
    expect(await app.as(actor()).call(merchantBalance, "expected", balance)).toEqual([]);
    expect((await app.as(actor()).call(merchantBalance, "page", {})).items.map((row) => row.merchantId)).not.toContain(
      house,
    );
    expect((await app.as(actor()).call(settlementLine, "page", { merchantId: [house] })).items).toEqual([]);
  });
});
