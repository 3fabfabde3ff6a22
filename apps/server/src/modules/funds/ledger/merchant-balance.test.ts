import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { paymentCaptured } from "@countinghouse/ledger/capture.postings.ts";
import { refundHeld } from "@countinghouse/ledger/refund.postings.ts";
import { batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { booksOf, postIn } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { buildAccountTerms } from "../../../../test/terms.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { ledgerWorkers } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const maker = () => app.as(actor({ provenAt: app.clock.now() }));
const checker = () => app.as(actor({ userId: 2, realName: "Second Person", provenAt: app.clock.now() }));
const place = (merchantId: string) => ({ merchantId, currency: "USD", mode: "live" as const });

/** A merchant with 100.00 available. */
async function funded(tenant: { tenantId: number; orgId: number } = { tenantId: 1, orgId: 1 }): Promise<string> {
  const merchantId = await buildMerchant(app, tenant);
  await postIn(app, {
    merchantId,
    book: "live",
    entries: [
      paymentCaptured({ merchantId, gatewayAccountId: "gwa_1", amount: usd(10_000) }),
      batchSettled({ merchantId, net: usd(10_000), reserve: usd(0) }),
    ],
    eventId: "s1",
    orderId: "ord_1",
    effectiveDate: "2026-11-21",
    description: "Sale",
  });
  return merchantId;
}

const amounts = async (merchantId: string) => {
  const { availableAmount, frozenAmount, totalAmount } = await maker().call(
    merchantBalance,
    "detail",
    place(merchantId),
  );
  return [availableAmount, frozenAmount, totalAmount];
};

const runWorker = (queue: string, data: object = {}) => {
  const worker = ledgerWorkers(app.platform).find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run(jobContext(app), data);
};

const ofMerchant = (merchantId: string): Actor =>
  actor({
    userId: 77,
    accountType: AccountType.Member,
    holdsAll: false,
    permissions: new Set([
      ...Object.keys(merchantBalance.operations).map((name) => `merchantBalance:${name}`),
      ...Object.keys(ledger.operations).map((name) => `ledger:${name}`),
    ]),
    scope: { tenantId: 1, orgIds: [], selfOnly: false, merchantIds: [merchantId] },
    provenAt: app.clock.now(),
  });

describe("merchantBalance.totals", () => {
  test("adds up all merchants in reach, a currency at a time, and one's own alone", async () => {
    const tenant = await buildTenant(app);
    const [first] = [await funded(tenant), await funded(tenant)];
    const operator = actor({ tenantId: tenant.tenantId, scope: { ...actor().scope, tenantId: tenant.tenantId } });
    const both = await app.as(operator).call(merchantBalance, "totals", { mode: "live" });
    expect(both).toMatchObject([{ currency: "USD", availableAmount: "20000", totalAmount: "20000", merchants: 2 }]);
    const scope = { tenantId: tenant.tenantId, orgIds: [], selfOnly: false, merchantIds: [first] };
    const own = await app.as({ ...ofMerchant(first), scope }).call(merchantBalance, "totals", { mode: "live" });
    expect(own).toMatchObject([{ availableAmount: "10000", merchants: 1 }]);
    expect(await app.as(operator).call(merchantBalance, "totals", { mode: "test" })).toEqual([]);
  });
});

describe("merchantBalance.page", () => {
  test("lists a merchant's balances by currency, and finds what is negative or not zero", async () => {
    const merchantId = await funded();
    const [row] = (await maker().call(merchantBalance, "page", { merchantId })).items;
    expect(row).toMatchObject({ currency: "USD", availableAmount: "10000", pendingAmount: "0", isNegative: false });
    expect((await maker().call(merchantBalance, "page", { merchantId, isNegative: true })).total).toBe(0);
    expect((await maker().call(merchantBalance, "page", { merchantId, isNonZero: true })).total).toBe(1);
    expect((await maker().call(merchantBalance, "page", { merchantId, mode: "test" })).total).toBe(0);
    const sorted = await maker().call(merchantBalance, "page", { field: "totalAmount", order: "desc" });
    expect(sorted.items.length).toBeGreaterThan(0);
  });
});

describe("merchantBalance.detail", () => {
  test("proves a balance by its last journal and a checksum that changes with it", async () => {
    const merchantId = await funded();
    const before = await maker().call(merchantBalance, "detail", place(merchantId));
    const { journals } = await booksOf(app, merchantId);
    expect(before).toMatchObject({ lastJournalId: journals.at(-1)?.id, withdrawableAmount: "10000" });
    expect((await maker().call(merchantBalance, "detail", place(merchantId))).checksum).toBe(before.checksum);
    await maker().call(merchantBalance, "freeze", { ...place(merchantId), amount: "1", reason: "Risk" });
    expect((await maker().call(merchantBalance, "detail", place(merchantId))).checksum).not.toBe(before.checksum);
  });

  test("keeps back from a withdrawal what the terms of that very currency leave in the account", async () => {
    const merchantId = await funded();
    const owner = { merchantId, tenantId: 1 };
    await buildAccountTerms(app, owner, {
      settlementCurrency: "USD",
      minRetained: "1500",
      negativeBalanceLimit: "700",
    });
    const { withdrawableAmount, negativeLimit } = await maker().call(merchantBalance, "detail", place(merchantId));
    expect([withdrawableAmount, negativeLimit]).toEqual(["8500", "700"]);
    const other = await maker().call(merchantBalance, "detail", { ...place(merchantId), currency: "EUR" });
    expect([other.withdrawableAmount, other.negativeLimit]).toEqual(["0", "0"]);
  });

  test("answers nothing of everything for a currency that was never booked", async () => {
    const merchantId = await funded();
    const empty = await maker().call(merchantBalance, "detail", { ...place(merchantId), currency: "JPY" });
    expect([empty.totalAmount, empty.withdrawableAmount, empty.lastJournalId]).toEqual(["0", "0", null]);
  });
});

describe("merchantBalance.adjust", () => {
  const ask = (merchantId: string, amount = "-2500") =>
    maker().call(merchantBalance, "adjust", { ...place(merchantId), amount, reason: "Double credit", evidence: "T-1" });

  test("books nothing until somebody else approves, then exactly once", async () => {
    const merchantId = await funded();
    const { id } = await ask(merchantId);
    expect(await amounts(merchantId)).toEqual(["10000", "0", "10000"]);
    expect(await maker().send(merchantBalance, "approve", { merchantId, id })).toMatchObject({
      status: 403,
      bizCode: "merchantBalance.ownAdjustment",
    });
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => checker().send(merchantBalance, "approve", { merchantId, id })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await amounts(merchantId)).toEqual(["7500", "0", "7500"]);
    const [adjustment] = await maker().call(merchantBalance, "adjustments", { merchantId });
    expect(adjustment).toMatchObject({ status: "booked", decideUserName: "Second Person", isOwn: true });
    const journal = await maker().call(ledger, "journal", { merchantId, id: adjustment?.journalId ?? "" });
    expect([journal.event, journal.eventId, journal.description]).toEqual(["J70", id, "Double credit"]);
  });

  test("is approved or rejected, never both", async () => {
    const merchantId = await funded();
    const { id } = await ask(merchantId, "300");
    const reject = { merchantId, id, reason: "No proof" };
    expect(await maker().send(merchantBalance, "reject", reject)).toMatchObject({
      bizCode: "merchantBalance.ownAdjustment",
    });
    const both = await Promise.all([
      checker().send(merchantBalance, "approve", { merchantId, id }),
      checker().send(merchantBalance, "reject", reject),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [adjustment] = await maker().call(merchantBalance, "adjustments", { merchantId });
    expect((await amounts(merchantId))[0]).toBe(adjustment?.status === "booked" ? "10300" : "10000");
  });

  test("needs an amount, a reason and evidence", async () => {
    const merchantId = await funded();
    const whole = { ...place(merchantId), amount: "1", reason: "R", evidence: "E" };
    for (const fault of [
      { amount: "0" },
      { amount: "1.5" },
      { amount: "1e3" },
      { reason: " " },
      { evidence: "" },
      { currency: "ZZZ" },
    ])
      expect(
        (await maker().send(merchantBalance, "adjust", { ...whole, ...fault })).status,
        JSON.stringify(fault),
      ).toBe(400);
  });

  test("asks for a proven factor before money is booked", async () => {
    const merchantId = await funded();
    const { id } = await ask(merchantId);
    const unproven = app.as(actor({ userId: 2, provenAt: null }));
    expect(await unproven.send(merchantBalance, "approve", { merchantId, id })).toMatchObject({
      bizCode: "platform.stepUpRequired",
    });
  });
});

describe("merchantBalance.freeze", () => {
  test("moves an available amount to the frozen bucket and back, in parts", async () => {
    const merchantId = await funded();
    const { id } = await maker().call(merchantBalance, "freeze", {
      ...place(merchantId),
      amount: "4000",
      reason: "Risk",
    });
    expect(await amounts(merchantId)).toEqual(["6000", "4000", "10000"]);
    await maker().call(merchantBalance, "unfreeze", { merchantId, id, amount: "1500", reason: "Cleared in part" });
    const [hold] = await maker().call(merchantBalance, "holds", place(merchantId));
    expect(hold).toMatchObject({
      id,
      amount: "4000",
      remaining: "2500",
      reason: "Risk",
      operatorName: "Administrator",
    });
    const beyond = { merchantId, id, amount: "2501", reason: "R" };
    expect(await maker().send(merchantBalance, "unfreeze", beyond)).toMatchObject({
      bizCode: "merchantBalance.releaseExceedsHold",
    });
    await maker().call(merchantBalance, "unfreeze", { merchantId, id, reason: "Cleared" });
    expect(await amounts(merchantId)).toEqual(["10000", "0", "10000"]);
    expect(await maker().send(merchantBalance, "unfreeze", { merchantId, id, reason: "R" })).toMatchObject({
      bizCode: "merchantBalance.holdNotOpen",
    });
    expect(await maker().call(merchantBalance, "holds", place(merchantId))).toEqual([]);
  });

  test("freezes no more than is available, and only until a time to come", async () => {
    const merchantId = await funded();
    const freeze = { ...place(merchantId), amount: "10001", reason: "Risk" };
    expect(await maker().send(merchantBalance, "freeze", freeze)).toMatchObject({
      status: 409,
      bizCode: "ledger.insufficientBalance",
    });
    const past = { ...freeze, amount: "1", expireTime: app.clock.now().toISOString() };
    expect(await maker().send(merchantBalance, "freeze", past)).toMatchObject({
      bizCode: "merchantBalance.expiresInPast",
    });
    expect(await amounts(merchantId)).toEqual(["10000", "0", "10000"]);
  });

  test("releases by itself what was frozen until a time, once", async () => {
    const merchantId = await funded();
    const expireTime = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await maker().call(merchantBalance, "freeze", { ...place(merchantId), amount: "4000", reason: "Risk", expireTime });
    await runWorker("ledger-hold-expiry");
    expect((await amounts(merchantId))[1]).toBe("4000");
    app.clock.forward(61_000);
    await runWorker("ledger-hold-expiry");
    await runWorker("ledger-hold-expiry");
    expect(await amounts(merchantId)).toEqual(["10000", "0", "10000"]);
  });

  test("leaves what a refund holds to the refund", async () => {
    const merchantId = await funded();
    await postIn(app, {
      merchantId,
      book: "live",
      entries: [refundHeld({ merchantId, bucket: "available", amount: usd(500) })],
      eventId: "ref_1",
      orderId: "ord_1",
      effectiveDate: "2026-11-21",
      description: "Refund",
    });
    const [hold] = await maker().call(merchantBalance, "holds", place(merchantId));
    expect(
      await maker().send(merchantBalance, "unfreeze", { merchantId, id: hold?.id ?? "", reason: "R" }),
    ).toMatchObject({
      bizCode: "merchantBalance.holdNotManual",
    });
  });
});

describe("whose balances one sees", () => {
  test("a merchant's people see theirs, decide on nothing and learn no gateway", async () => {
    const [own, other] = [await funded(), await funded()];
    const who = app.as(ofMerchant(own));
    const { items } = await who.call(merchantBalance, "page", {});
    expect(items.map(({ merchantId }) => merchantId)).toEqual([own]);
    const entries = await who.call(merchantBalance, "entries", place(own));
    expect(entries.items.map(({ counterpart }) => counterpart)).toContain("plt:gateway_receivable:USD");
    for (const name of ["detail", "entries", "holds"] as const)
      expect(await who.send(merchantBalance, name, place(other)), name).toMatchObject({ status: 404 });
    const explain = { ...place(other), bucket: "available" };
    expect(await who.send(merchantBalance, "explain", explain)).toMatchObject({ status: 404 });
    const statement = { ...place(other), from: "2026-11-01", to: "2026-12-01" };
    expect(await who.send(merchantBalance, "statement", statement)).toMatchObject({ status: 404 });
    const asks = { ...place(own), amount: "1", reason: "R", evidence: "E" };
    for (const [name, input] of [
      ["adjust", asks],
      ["freeze", asks],
      ["adjustments", {}],
    ] as const)
      expect(await who.send(merchantBalance, name, input), name).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
    const { journals } = await booksOf(app, own);
    const id = journals[0]?.id ?? "";
    for (const [name, input] of [
      ["page", {}],
      ["journal", { merchantId: own, id }],
      ["accountPage", {}],
      ["trialBalance", {}],
      ["verificationPage", {}],
      ["periods", {}],
    ] as const)
      expect(await who.send(ledger, name, input), name).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
  });

  test("an operator of another tenant finds none of them, whatever is asked", async () => {
    const home = await buildTenant(app);
    const merchantId = await funded();
    const stranger = app.as(
      actor({
        userId: 5,
        accountType: AccountType.SysAdmin,
        holdsAll: true,
        ...home,
        scope: { tenantId: home.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
        provenAt: app.clock.now(),
      }),
    );
    expect((await stranger.call(merchantBalance, "page", {})).items).toEqual([]);
    expect((await stranger.call(ledger, "page", {})).items).toEqual([]);
    expect((await stranger.call(ledger, "accountPage", {})).items).toEqual([]);
    expect((await stranger.call(ledger, "trialBalance", {})).accounts).toEqual([]);
    expect(await stranger.call(merchantBalance, "adjustments", {})).toEqual([]);
    const freeze = { ...place(merchantId), amount: "1", reason: "R", evidence: "E" };
    for (const name of ["freeze", "adjust"] as const)
      expect(await stranger.send(merchantBalance, name, freeze)).toMatchObject({ status: 404 });
  });
});
