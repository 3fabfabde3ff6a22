import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage({
    withdrawMin: "1000",
    withdrawMax: "5000000",
    withdrawStep: "100",
    withdrawFeeFixed: "500",
    withdrawDailyMax: "6000000",
    minRetained: "10000",
  });
}, 60_000);
// The day's cap and what is usual count anew.
beforeEach(() => stage.pass(86_400));
afterAll(() => stage?.close());

const asked = (minor: number | string, more: object = {}) => ({
  mode: "test" as const,
  currency: "USD",
  amount: String(minor),
  payoutAccountId: stage.payeeId,
  ...more,
});
const ask = (minor: number | string, more: object = {}) => stage.finance().send(cashout, "add", asked(minor, more));
const apply = async (minor: number, more: object = {}): Promise<string> =>
  (await stage.finance().call(cashout, "add", asked(minor, more))).id;
const show = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const versionOf = async (id: string) => (await show(id)).version;
const approve = async (id: string, userId = 302) =>
  stage.operator(userId).send(cashout, "approve", { id, version: await versionOf(id) });
const terms = () => stage.finance().call(cashout, "terms", { mode: "test", currency: "USD" });
const buckets = async (id: string) => (await show(id)).review?.now;
const eventsOf = async (id: string) =>
  (
    await stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type")
      .where("objectId", "=", id)
      .orderBy("objectSeq")
      .execute()
  ).map(({ type }) => type);

describe("a withdrawal", () => {
  test("is set aside, approved by somebody else, paid by hand, and booked at each step", async () => {
    await stage.put(110_000);
    expect(await terms()).toMatchObject({ withdrawable: "100000", available: "110000", blockedBy: null });
    const id = await apply(50_000, { remark: "Stock" });
    expect(await show(id)).toMatchObject({
      status: "approving",
      feeAmount: "500",
      debitedAmount: "50000",
      sentAmount: "49500",
      targetAmount: "49500",
      riskFlags: ["new_account"],
      accountLabel: "Harbour Bank ·· 0001",
    });
    expect(await buckets(id)).toMatchObject({ available: "60000", frozen: "50000", inTransit: "0" });
    expect(await approve(id)).toMatchObject({ status: 200, result: { status: "processing", returnCause: null } });
    expect(await buckets(id)).toMatchObject({ available: "60000", frozen: "0", inTransit: "50000" });
    expect(await violationsOf(stage)).toEqual([]);
    await stage.operator(301).call(cashout, "markPaid", { id, version: await versionOf(id), bankReference: "FT-1" });
    expect(await show(id)).toMatchObject({ status: "paid", bankReference: "FT-1", auditUserName: "Operator 302" });
    expect(await buckets(id)).toMatchObject({ available: "60000", frozen: "0", inTransit: "0" });
    expect(await eventsOf(id)).toEqual(["cashout.applied", "cashout.approved", "cashout.processing", "cashout.paid"]);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("that fails by hand gives everything back, the fee included", async () => {
    const before = await terms();
    const id = await apply(20_000);
    await approve(id);
    const version = await versionOf(id);
    await stage
      .operator(301)
      .call(cashout, "markFailed", { id, version, failureCode: "account_closed", remark: "The bank says so" });
    expect(await show(id)).toMatchObject({ status: "failed", failureCode: "account_closed" });
    expect(await terms()).toMatchObject({ available: before.available });
    // An account that does not exist any more has to be verified anew.
    expect((await ask(20_000)).bizCode).toBe("cashout.accountNotVerified");
    const { version: seen } = await stage.finance().call(payoutAccount, "detail", { id: stage.payeeId });
    await stage.operator(302).call(payoutAccount, "verify", {
      id: stage.payeeId,
      version: seen,
      isVerified: true,
      evidence: "New letter",
    });
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("that the bank sends back is available again without our fee, and what the bank kept is our cost", async () => {
    const before = await terms();
    const id = await apply(20_000);
    await approve(id);
    await stage.operator(301).call(cashout, "markPaid", { id, version: await versionOf(id), bankReference: "FT-2" });
    const late = await stage
      .operator(301)
      .send(cashout, "markReturned", { id, version: await versionOf(id), amount: "19501", remark: "More" });
    expect(late.bizCode).toBe("cashout.returnExceeds");
    await stage
      .operator(301)
      .call(cashout, "markReturned", { id, version: await versionOf(id), amount: "19000", remark: "No such account" });
    expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "19000" });
    expect(Number((await terms()).available)).toBe(Number(before.available) - 500);
    expect(await stage.finance().call(payoutAccount, "detail", { id: stage.payeeId })).toMatchObject({
      verifyStatus: "unverified",
    });
    const { version } = await stage.finance().call(payoutAccount, "detail", { id: stage.payeeId });
    await stage.operator(302).call(payoutAccount, "verify", {
      id: stage.payeeId,
      version,
      isVerified: true,
      evidence: "Letter",
    });
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("is rejected with a reason, or cancelled by its merchant, and leaves the balance as it was", async () => {
    const before = await terms();
    const rejected = await apply(20_000);
    const version = await versionOf(rejected);
    await stage.operator(302).call(cashout, "reject", { id: rejected, version, reason: "Explain this first" });
    const canceled = await apply(20_000);
    await stage.finance().call(cashout, "cancel", { id: canceled, version: await versionOf(canceled) });
    expect(await eventsOf(rejected)).toEqual(["cashout.applied", "cashout.rejected"]);
    expect(await eventsOf(canceled)).toEqual(["cashout.applied", "cashout.canceled"]);
    expect(await terms()).toMatchObject({ available: before.available });
    expect((await approve(canceled)).bizCode).toBe("cashout.invalidTransition");
    expect(await violationsOf(stage)).toEqual([]);
  });
});

describe("an amount", () => {
  test.each([
    ["1e3", "format"],
    [" 1000 ", "format"],
    ["1000.00", "format"],
    ["１０００", "format"],
    ["-1000", "format"],
    ["0", "format"],
    ["900", "min"],
    ["5000100", "max"],
    ["1050", "step"],
    ["4999900", "balance"],
  ])("of %s is no valid one: %s", async (amount, reason) => {
    const answer = await ask(amount);
    expect(answer).toMatchObject({
      status: 422,
      bizCode: "cashout.amountInvalid",
      body: { message: "Please enter a valid amount", extras: { reason } },
    });
  });

  test("beyond what is left of the day is refused, and cancelled ones count for nothing", async () => {
    await stage.put(7_000_000);
    const first = await apply(4_000_000);
    expect((await ask(2_000_100)).bizCode).toBe("cashout.dailyLimit");
    await stage.finance().call(cashout, "cancel", { id: first, version: await versionOf(first) });
    const second = await apply(2_000_100);
    await stage.finance().call(cashout, "cancel", { id: second, version: await versionOf(second) });
    await stage.put(-7_000_000);
  });
});

describe("the cap of a day", () => {
  const waitForTomorrow = () => stage.pass(86_400);
  /** Has the balance taken away, so that an approval hands a withdrawal back. */
  const handBack = async (id: string) => {
    const { available } = await terms();
    await stage.put(-Number(available) - 1);
    expect(await approve(id)).toMatchObject({ result: { status: "applied" } });
    await stage.put(Number(available) + 1);
  };
  const submit = async (id: string) => stage.finance().send(cashout, "submit", { id, version: await versionOf(id) });
  const cancel = async (id: string) => stage.finance().call(cashout, "cancel", { id, version: await versionOf(id) });

  test("counts what was handed back on the day on which it is asked for again", async () => {
    await waitForTomorrow();
    await stage.put(9_000_000);
    const first = await apply(4_000_000);
    await handBack(first);
    // Asked for again on its own day, it counts once.
    expect((await submit(first)).status).toBe(200);
    expect(await terms()).toMatchObject({ dailyLeft: "2000000" });
    await handBack(first);
    await waitForTomorrow();
    const second = await apply(4_000_000);
    const refused = await submit(first);
    expect(refused).toMatchObject({ status: 422, bizCode: "cashout.dailyLimit" });
    await cancel(second);
    expect((await submit(first)).status).toBe(200);
    expect(await terms()).toMatchObject({ dailyLeft: "2000000" });
    await cancel(first);
    await stage.put(-9_000_000);
  });

  test("lets nothing go that waited and is beyond the cap of the day on which it leaves", async () => {
    await waitForTomorrow();
    await stage.put(9_000_000);
    const first = await apply(4_000_000);
    await waitForTomorrow();
    const second = await apply(4_000_000);
    expect(await approve(first)).toMatchObject({ status: 422, bizCode: "cashout.dailyLimit" });
    expect((await show(first)).status).toBe("approving");
    await cancel(second);
    expect((await approve(first)).status).toBe(200);
    const { version } = await show(first);
    const failed = { id: first, version, failureCode: "declined", remark: "No" } as const;
    await stage.operator(301).call(cashout, "markFailed", failed);
    await stage.put(-9_000_000);
  });

  test("counts what waited over midnight on the day on which it leaves", async () => {
    await waitForTomorrow();
    await stage.put(9_000_000);
    const first = await apply(4_000_000);
    await waitForTomorrow();
    expect(await terms()).toMatchObject({ dailyLeft: "6000000" });
    expect((await approve(first)).status).toBe(200);
    expect(await terms()).toMatchObject({ dailyLeft: "2000000" });
    expect((await ask(2_000_100)).bizCode).toBe("cashout.dailyLimit");
    await stage.operator(301).call(cashout, "markFailed", {
      id: first,
      version: await versionOf(first),
      failureCode: "declined",
      remark: "No",
    });
    await stage.put(-9_000_000);
  });
});

describe("nobody withdraws", () => {
  test("to an account that is not verified, changed less than a day ago, blocked, or not the merchant's own", async () => {
    const own = stage.finance();
    const id = await own.call(payoutAccount, "add", {
      mode: "test",
      currency: "USD",
      holderType: "company",
      holderName: "Shop Limited",
      country: "GB",
      bankName: "Barclays",
      iban: "GB82 WEST 1234 5698 7654 32",
    });
    expect((await ask(20_000, { payoutAccountId: id })).bizCode).toBe("cashout.accountNotVerified");
    const evidence = "Statement of May";
    const mine = await own.send(payoutAccount, "verify", { id, version: 1, isVerified: true, evidence });
    expect(mine.status).toBe(403);
    await stage.operator(302).call(payoutAccount, "verify", { id, version: 1, isVerified: true, evidence });
    expect((await ask(20_000, { payoutAccountId: id })).bizCode).toBe("cashout.accountResting");
    stage.app.clock.forward(24 * 3_600_000);
    await stage.finance().call(payoutAccount, "setStatus", { id, version: 2, status: "disabled" });
    expect((await ask(20_000, { payoutAccountId: id })).bizCode).toBe("cashout.accountNotUsable");
    expect((await ask(20_000, { payoutAccountId: stage.fundingId })).status).toBe(404);
  });

  test("while the merchant may not, in a currency without terms, or for another merchant", async () => {
    const reason = "A document is missing";
    await stage.operator(301).call(merchant, "suspend", { id: stage.merchantId, canPay: true, reason });
    expect((await ask(20_000)).bizCode).toBe("cashout.withdrawalsSuspended");
    await stage.operator(301).call(merchant, "resume", { id: stage.merchantId, reason });
    expect((await ask(20_000, { currency: "EUR" })).bizCode).toBe("cashout.termsMissing");
    expect((await stage.operator(301).send(cashout, "add", asked(20_000))).bizCode).toBe("cashout.merchantAlone");
  });

  test("while another currency is further below zero than agreed", async () => {
    await stage.put(-1, "EUR");
    expect((await ask(20_000)).bizCode).toBe("cashout.otherCurrencyNegative");
    await stage.put(1, "EUR");
  });
});

describe("approval", () => {
  test("is never the applicant's, and no step is taken on another version than was read", async () => {
    const id = await apply(20_000);
    const stale = await stage.operator(302).send(cashout, "approve", { id, version: (await versionOf(id)) + 1 });
    expect(stale.bizCode).toBe("platform.stale");
    const own = await stage.operator(201).send(cashout, "approve", { id, version: await versionOf(id) });
    expect(own.bizCode).toBe("cashout.ownRequest");
    await stage.finance().call(cashout, "cancel", { id, version: await versionOf(id) });
  });

  test("looks at the position again: what other debits took sends it back, and its merchant asks anew", async () => {
    const { available } = await terms();
    const id = await apply(20_000);
    const left = Number(available) - 20_000;
    await stage.put(-left - 1);
    expect(await show(id)).toMatchObject({ review: { isCovered: false, now: { available: "-1" } } });
    expect(await approve(id)).toMatchObject({ result: { status: "applied", returnCause: "position_short" } });
    expect((await approve(id)).bizCode).toBe("cashout.invalidTransition");
    await stage.put(left + 1);
    await stage.finance().call(cashout, "submit", { id, version: await versionOf(id) });
    expect(await approve(id)).toMatchObject({ result: { status: "processing" } });
    await stage.operator(301).call(cashout, "markPaid", { id, version: await versionOf(id), bankReference: "FT-3" });
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("of a row that somebody altered is refused", async () => {
    const id = await apply(20_000);
    const { db } = stage.app.platform;
    await db
      .updateTable("cashouts")
      .set({ targetAmount: "19499", midAmount: "19499", sentAmount: "19499", feeAmount: "501" })
      .where("id", "=", id)
      .execute();
    expect((await approve(id)).bizCode).toBe("cashout.altered");
    expect((await violationsOf(stage)).some((one) => one.startsWith("sealed cashouts"))).toBe(true);
    await db
      .updateTable("cashouts")
      .set({ targetAmount: "19500", midAmount: "19500", sentAmount: "19500", feeAmount: "500" })
      .where("id", "=", id)
      .execute();
    await stage.finance().call(cashout, "cancel", { id, version: await versionOf(id) });
  });

  test("a merchant reads neither flags nor position, and nobody of it decides", async () => {
    const id = await apply(20_000);
    expect(await stage.finance().call(cashout, "detail", { id })).toMatchObject({
      review: null,
      riskFlags: null,
      failureMessage: null,
      abilities: { cancel: true, approve: false },
    });
    const answer = await stage.finance().send(cashout, "approve", { id, version: await versionOf(id) });
    expect(answer.status).toBe(403);
    await stage.finance().call(cashout, "cancel", { id, version: await versionOf(id) });
  });
});
