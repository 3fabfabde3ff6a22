import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { inTransaction } from "../../../../test/ledger.ts";
import {
  batchesOf,
  buildSettledMerchant,
  giveBack,
  heldBy,
  sell,
  settleAll,
  settlementFindings,
  stepsOfBatches,
  today,
} from "../../../../test/settlements.ts";
import { live } from "../../../../test/worked-life.ts";
import { lockedBatch, voidBatch } from "./settlement-step.service.ts";

let app: TestApp;
let operator: TestClient;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => {
  operator = app.as(actor({ provenAt: app.clock.now() }));
});
afterAll(() => app?.close());

const { placeOf, collected, closed, only } = stepsOfBatches(() => app);
const show = (id: string) => operator.call(settlements, "detail", { id });

describe("the settlement of a merchant's worked life", () => {
  test("4.14 and 4.4: 366.74 net of captures, fees, tax and a refund; 40.05 held back, 326.69 made available", async () => {
    const { merchantId } = await buildSettledMerchant(app, {
      reserveType: "rolling",
      reserveRatio: 100_000,
      reserveDays: 180,
    });
    await live(app, merchantId, "live", 5);
    expect(await heldBy(app, merchantId)).toEqual([36_674, 0, 0]);
    await settleAll(app);
    expect(await heldBy(app, merchantId)).toEqual([0, 32_669, 4_005]);
    const batch = await show((await only(merchantId)).id);
    expect(batch).toMatchObject({
      status: "settled",
      grossAmount: "40049",
      feeAmount: "1301",
      refundAmount: "2000",
      taxAmount: "74",
      amount: "36674",
      reserveAmount: "4005",
      reserveRatio: 100_000,
      reserveReleaseDate: "2027-05-20",
      frozenAmount: "4005",
      availableAmount: "32669",
      lineCount: 8,
      date: today,
    });
    const { items: holds } = await operator.call(merDeposit, "page", { merchantId: [merchantId] });
    expect(holds).toMatchObject([{ settlementBatchNo: batch.batchNo, ratio: 100_000, remainAmount: "4005" }]);
    const bill = await operator.call(billing, "detail", { id: batch.billId ?? "" });
    expect(bill).toMatchObject({
      status: "issued",
      grossAmount: "40049",
      transactionFee: "1251",
      gatewayFee: "0",
      refundAmount: "2000",
      refundHandlingFee: "50",
      taxAmount: "74",
      netAmount: "36674",
      depositAmount: "4005",
      settlementAmount: "32669",
      orderCount: 3,
      refundCount: 1,
      directMovements: { openingAmount: "0", movements: [], closingAmount: "0", earlier: [] },
    });
    expect(bill.lines.map(({ paymentCategory, netAmount }) => [paymentCategory, netAmount])).toEqual([
      ["other", "36674"],
      ["all", "36674"],
    ]);
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("is held from its value date on, also where it is settled after the reserve would have gone back", async () => {
    const { merchantId } = await buildSettledMerchant(app, {
      reserveType: "rolling",
      reserveRatio: 100_000,
      reserveDays: 30,
    });
    await sell(app, merchantId, 10_000, { due: "2026-08-03" });
    await settleAll(app);
    expect(await heldBy(app, merchantId)).toEqual([0, 9_000, 1_000]);
    const { items } = await operator.call(merDeposit, "page", { merchantId: [merchantId] });
    expect(items).toMatchObject([{ holdDate: "2026-08-03", releaseDate: "2026-09-02", status: "held" }]);
  });
});

describe("the cap of a reserve", () => {
  test("is reached once by batches that are closed and not settled yet", async () => {
    const { merchantId } = await buildSettledMerchant(app, {
      autoSettle: false,
      reserveType: "rolling",
      reserveRatio: 100_000,
      reserveDays: 180,
      reserveCap: "1500",
    });
    for (const due of ["2026-11-19", "2026-11-20", today]) {
      await sell(app, merchantId, 10_000, { due });
      await operator.call(settlements, "close", placeOf(merchantId));
    }
    const reserves = (await batchesOf(app, merchantId)).map(({ reserveAmount }) => reserveAmount);
    expect(reserves).toEqual(["1000", "500", "0"]);
  });
});

describe("a batch", () => {
  test("collects what falls due on its day, and tells what it comes to now", async () => {
    const { merchantId } = await buildSettledMerchant(app);
    await sell(app, merchantId, 10_000, { due: "2026-11-24", fee: 300 });
    await sell(app, merchantId, 5_000, { due: "2026-11-25" });
    await settleAll(app);
    const page = await operator.call(settlements, "page", { merchantId: [merchantId] });
    expect(page.items).toMatchObject([
      { date: "2026-11-25", status: "open", amount: "5000", lineCount: 1 },
      { date: "2026-11-24", status: "open", amount: "9700", grossAmount: "10000", feeAmount: "300", lineCount: 2 },
    ]);
    const first = page.items[1]?.id ?? "";
    expect(await show(first)).toMatchObject({
      closesAt: "2026-11-24T00:00:00.000Z",
      can: { close: true, settle: false },
    });
    expect((await operator.call(settlements, "lines", { id: first })).items).toHaveLength(2);
    await settleAll(app);
    expect(await batchesOf(app, merchantId)).toHaveLength(2);
    expect(await operator.call(settlements, "position", placeOf(merchantId))).toMatchObject({
      pendingAmount: "14700",
      openAmount: "14700",
      batchedAmount: "0",
      next: { id: first, amount: "9700" },
      last: null,
    });
  });

  test("of its merchant's own making waits closed for somebody: bill issued, confirmed, settled on its day", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: today });
    await settleAll(app);
    const { id, status, periodFrom } = await only(merchantId);
    expect(status).toBe("closed");
    expect(periodFrom).toBe(app.clock.now().toISOString());
    const confirm = () => operator.send(settlements, "confirm", { ids: [id] });
    expect((await confirm()).bizCode).toBe("settlements.billNotIssued");
    const { billId } = await show(id);
    const bill = await operator.call(billing, "detail", { id: billId ?? "" });
    await operator.call(billing, "issue", { id: bill.id, version: bill.version });
    expect((await confirm()).status).toBe(200);
    expect((await confirm()).bizCode).toBe("settlements.invalidTransition");
    await operator.call(settlements, "settle", { ids: [id] });
    expect(await heldBy(app, merchantId)).toEqual([0, 10_000, 0]);
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("is settled on its day and not before, nor while it is on hold", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: "2026-11-24" });
    await operator.call(settlements, "close", placeOf(merchantId));
    const { id } = await only(merchantId);
    const bill = await operator.call(billing, "detail", { id: (await show(id)).billId ?? "" });
    await operator.call(billing, "issue", { id: bill.id, version: bill.version });
    await operator.call(settlements, "confirm", { ids: [id] });
    const settle = async () => (await operator.send(settlements, "settle", { ids: [id] })).bizCode;
    expect(await settle()).toBe("settlements.notDue");
    const named = async () => ({ id, version: (await show(id)).version });
    await operator.call(settlements, "hold", { ...(await named()), reason: "Volume doubled" });
    app.clock.forward(3 * 86_400_000);
    operator = app.as(actor({ provenAt: app.clock.now() }));
    expect(await settle()).toBe("settlements.onHold");
    expect(await show(id)).toMatchObject({ isOnHold: true, holdReason: "Volume doubled", can: { settle: false } });
    await operator.call(settlements, "releaseHold", { ...(await named()), reason: "Explained" });
    expect(await settle()).toBeUndefined();
    app.clock.forward(-3 * 86_400_000);
    operator = app.as(actor({ provenAt: app.clock.now() }));
  });

  test("on hold is neither carried nor ended, so that its money stays held", async () => {
    const { merchantId } = await buildSettledMerchant(app, { minSettlementAmount: "5000", autoSettle: false });
    await sell(app, merchantId, 1_000, { due: "2026-11-24" });
    await collected(merchantId);
    const { id, version } = await only(merchantId);
    await operator.call(settlements, "hold", { id, version, reason: "Fraud ring" });
    await expect(closed(merchantId)).rejects.toMatchObject({ code: "settlements.onHold" });
    expect(await only(merchantId)).toMatchObject({ status: "open", holdReason: "Fraud ring" });
    await sell(app, merchantId, 9_000, { due: "2026-11-24" });
    await closed(merchantId);
    const end = () =>
      inTransaction(app, async (ctx) => {
        await voidBatch(ctx, await lockedBatch(ctx, { merchantId, mode: "live", id }), "Wrong terms");
      });
    await expect(end()).rejects.toMatchObject({ code: "settlements.onHold" });
    expect(await show(id)).toMatchObject({ status: "closed", isOnHold: true, can: { void: false } });
  });

  test("below the least amount is carried to the next day; what the merchant owes is not put off", async () => {
    const { merchantId } = await buildSettledMerchant(app, { minSettlementAmount: "5000" });
    await sell(app, merchantId, 4_999, { due: today });
    await settleAll(app);
    await settleAll(app);
    expect(await batchesOf(app, merchantId)).toMatchObject([
      { date: today, status: "void", voidCause: "below_minimum", seq: null },
      { date: "2026-11-23", status: "open" },
    ]);
    await sell(app, merchantId, 1, { due: "2026-11-23" });
    await operator.call(settlements, "close", placeOf(merchantId));
    expect((await batchesOf(app, merchantId))[1]).toMatchObject({
      status: "closed",
      amount: "5000",
      lineCount: 2,
      seq: 1,
    });
    const owing = await buildSettledMerchant(app, { minSettlementAmount: "5000" });
    await sell(app, owing.merchantId, 1_000, { due: "2026-11-30" });
    await giveBack(app, owing.merchantId, 700, { due: today, fee: 50 });
    await settleAll(app);
    expect(await only(owing.merchantId)).toMatchObject({ status: "settled", amount: "-750" });
    expect(await heldBy(app, owing.merchantId)).toEqual([1_000, -750, 0]);
    expect(await settlementFindings(app, owing.merchantId)).toEqual([]);
  });

  test("takes what came too late for the one before it, and expected settlements say so", async () => {
    const { merchantId } = await buildSettledMerchant(app);
    await sell(app, merchantId, 10_000, { due: "2026-11-23" });
    await operator.call(settlements, "close", placeOf(merchantId));
    await giveBack(app, merchantId, 2_000, { due: "2026-11-23" });
    await settleAll(app);
    const [first, second] = await batchesOf(app, merchantId);
    expect(first).toMatchObject({ date: "2026-11-23", status: "confirmed", amount: "10000" });
    expect(second).toMatchObject({ date: "2026-11-24", status: "open" });
    const days = await operator.call(merchantBalance, "expected", placeOf(merchantId));
    expect(days.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ["2026-11-23", "10000"],
      ["2026-11-24", "-2000"],
    ]);
  });

  test("that is void gives its lines to the next one, and takes its bill with it", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    await sell(app, merchantId, 10_000, { due: "2026-11-23" });
    const { id } = await operator.call(settlements, "close", placeOf(merchantId));
    const { version, billId } = await show(id);
    await operator.call(settlements, "void", { id, version, reason: "Wrong terms" });
    expect(await show(id)).toMatchObject({ status: "void", voidCause: "by_hand", can: { void: false } });
    expect(await operator.call(billing, "detail", { id: billId ?? "" }).catch(String)).toMatchObject({
      status: "void",
    });
    await settleAll(app);
    expect((await batchesOf(app, merchantId))[1]).toMatchObject({ date: "2026-11-24", status: "open" });
    expect((await operator.call(settlements, "close", placeOf(merchantId))).status).toBe("closed");
    expect((await batchesOf(app, merchantId))[1]).toMatchObject({ seq: 2, amount: "10000" });
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("that is void leaves what moved beside it to the bill of the next one, also behind one that was closed since", async () => {
    const { merchantId } = await buildSettledMerchant(app, { autoSettle: false });
    const moved = async (minor: string) => {
      const { id } = await operator.call(merchantBalance, "adjust", {
        ...placeOf(merchantId),
        amount: minor,
        reason: "Goodwill",
        evidence: "Letter",
      });
      await app
        .as(actor({ userId: 902, provenAt: app.clock.now() }))
        .call(merchantBalance, "approve", { merchantId, id });
    };
    const billOf = async (id: string) => operator.call(billing, "detail", { id: (await show(id)).billId ?? "" });
    const next = async (minor: string) => {
      app.clock.forward(60_000);
      await sell(app, merchantId, 10_000, { due: "2026-11-24" });
      await moved(minor);
      app.clock.forward(60_000);
      const fresh = app.as(actor({ userId: 901, provenAt: app.clock.now() }));
      return (await fresh.call(settlements, "close", placeOf(merchantId))).id;
    };
    const end = async (id: string) =>
      inTransaction(app, async (ctx) => {
        await voidBatch(ctx, await lockedBatch(ctx, { merchantId, mode: "live", id }), "Wrong terms");
      });
    const first = await next("100");
    await end(first);
    // The period of the one that counts for nothing is the beginning of the next one's.
    const second = await next("200");
    expect((await billOf(second)).directMovements).toMatchObject({
      openingAmount: "0",
      movements: [{ event: "J70", count: 2, amount: "300" }],
      earlier: [],
    });
    const third = await next("400");
    await end(second);
    const fourth = await next("800");
    expect((await billOf(third)).directMovements).toMatchObject({ movements: [{ amount: "400" }], earlier: [] });
    expect((await billOf(fourth)).directMovements).toMatchObject({
      openingAmount: "700",
      movements: [{ amount: "800" }],
      earlier: [{ event: "J70", count: 2, amount: "300" }],
      closingAmount: "1500",
    });
    // Void as well, it leaves what it told to the next.
    await end(fourth);
    const { directMovements } = await billOf(await next("1600"));
    expect(directMovements).toMatchObject({ movements: [{ amount: "2400" }], earlier: [{ amount: "300" }] });
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("on hold with too little in it waits, and keeps nothing back that comes after it", async () => {
    const { merchantId } = await buildSettledMerchant(app, { minSettlementAmount: "5000" });
    await sell(app, merchantId, 1_000, { due: today });
    await collected(merchantId);
    const { id, version } = await only(merchantId);
    await operator.call(settlements, "hold", { id, version, reason: "Fraud ring" });
    await settleAll(app);
    expect(await only(merchantId)).toMatchObject({ status: "open", blockedBy: "on_hold" });
    const told = app.platform.db.selectFrom("eventExceptionItems").select("id").where("merchantId", "=", merchantId);
    expect(await told.execute()).toEqual([]);
    await sell(app, merchantId, 9_000, { due: "2026-11-22" });
    await settleAll(app);
    app.clock.forward(86_400_000);
    await settleAll(app);
    expect(await batchesOf(app, merchantId)).toMatchObject([
      { id, status: "open", blockedBy: "on_hold" },
      { date: "2026-11-22", status: "settled", amount: "9000", lineCount: 1 },
    ]);
    // What comes late for the days between is taken by the next.
    await sell(app, merchantId, 6_000, { due: "2026-11-22" });
    await settleAll(app);
    expect((await batchesOf(app, merchantId))[2]).toMatchObject({ date: "2026-11-23", status: "open" });
    operator = app.as(actor({ provenAt: app.clock.now() }));
    const freed = { id, version: (await show(id)).version, reason: "Explained" };
    await operator.call(settlements, "releaseHold", freed);
    expect(await only(merchantId)).toMatchObject({ blockedBy: null });
    await settleAll(app);
    expect(await only(merchantId)).toMatchObject({ status: "void", voidCause: "below_minimum" });
    app.clock.forward(-86_400_000);
    expect(await settlementFindings(app, merchantId)).toEqual([]);
  });

  test("below the least amount is closed by hand with a reason, and not without one", async () => {
    const { merchantId } = await buildSettledMerchant(app, { minSettlementAmount: "5000", autoSettle: false });
    await sell(app, merchantId, 1_000, { due: today });
    const close = (parts: object = {}) => operator.send(settlements, "close", { ...placeOf(merchantId), ...parts });
    expect((await close()).bizCode).toBe("settlements.belowMinimum");
    expect(await batchesOf(app, merchantId)).toEqual([]);
    expect((await close({ reason: "The merchant leaves us" })).status).toBe(200);
    expect(await only(merchantId)).toMatchObject({ status: "closed", amount: "1000", lineCount: 1 });
    const audit = await app.platform.db
      .selectFrom("auditEntries")
      .select("reason")
      .where("operation", "=", "settlements.close")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(audit.reason).toBe("The merchant leaves us");
  });

  test("of the test book stands beside the live one", async () => {
    const { merchantId } = await buildSettledMerchant(app);
    await sell(app, merchantId, 10_000, { due: today });
    await sell(app, merchantId, 300, { due: today, book: "test" });
    await settleAll(app);
    expect(await batchesOf(app, merchantId)).toMatchObject([
      { mode: "live", status: "settled", amount: "10000", seq: 1 },
      { mode: "test", status: "settled", amount: "300", seq: 1 },
    ]);
    expect(await heldBy(app, merchantId, "test")).toEqual([0, 300, 0]);
  });
});
