import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage({ autoApproveLimit: "10000", withdrawFeeFixed: "100", withdrawFeeMode: "on_top" });
  await stage.payOverProvider();
  await stage.put(1_000_000);
}, 60_000);
afterAll(() => stage?.close());

const ask = (parts: object = {}) => stage.finance().send(payoutOrder, "add", buildPayoutEntry(parts) as never);
const asked = async (parts: object = {}): Promise<string> => {
  const answer = await ask(parts);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return (answer.result as { readonly id: string }).id;
};
const show = (id: string) => stage.operator(301).call(payoutOrder, "detail", { id });
const named = async (id: string) => ({ id, version: (await show(id)).version });
const approve = async (id: string, userId = 302) =>
  stage.operator(userId).send(payoutOrder, "approve", await named(id));
const balances = async () => {
  const { available } = await stage.finance().call(payoutOrder, "terms", { mode: "test", currency: "USD" });
  return Number(available);
};
/** Asks, approves and sends one that ends as the last digits of its account say. */
const sent = async (ending: string, parts: object = {}) => {
  const id = await asked({ accountNo: `12345678${ending}`, amount: "20000", ...parts });
  for (let yes = 302; (await show(id)).status === "review"; yes = 305)
    expect((await approve(id, yes)).status).toBe(200);
  await stage.follow();
  return id;
};
const eventsOf = async (id: string) =>
  (
    await stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type" as never)
      .where("objectId" as never, "=", id as never)
      .orderBy("objectSeq" as never)
      .execute()
  ).map(({ type }: { type: string }) => type);

describe("a payout order", () => {
  test("sets its money aside, waits for somebody else, and is paid through the provider", async () => {
    const before = await balances();
    const id = await asked({ amount: "20000" });
    expect(await show(id)).toMatchObject({
      status: "review",
      feeAmount: "100",
      debitedAmount: "20100",
      sentAmount: "20000",
      riskFlags: ["new_beneficiary"],
      accountLabel: "Paper Bank ·· 0001",
    });
    expect(before - (await balances())).toBe(20_100);
    expect((await stage.finance().send(payoutOrder, "approve", await named(id))).status).toBe(403);
    expect((await approve(id)).result).toMatchObject({ status: "processing", returnCause: null });
    await stage.follow();
    await stage.follow(4_000);
    const paid = await show(id);
    expect(paid).toMatchObject({ status: "paid", failureCode: null });
    expect(paid.allocations).toEqual([expect.objectContaining({ batchId: null, amount: "20100" })]);
    expect(await eventsOf(id)).toEqual(
      ["applied", "approved", "processing", "paid"].map((step) => `payout_order.${step}`),
    );
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("that fails gives everything back, and is asked for anew under another number", async () => {
    const before = await balances();
    const id = await sent("02");
    await stage.follow(4_000);
    expect(await show(id)).toMatchObject({ status: "failed", failureCode: "account_closed" });
    expect(await balances()).toBe(before);
    const again = { ...(await named(id)), merchantPayoutNo: "AGAIN-1" };
    const { id: next } = await stage.finance().call(payoutOrder, "retry", again);
    expect(await show(next)).toMatchObject({ status: "review", beneficiaryName: "Paper Mill Inc", amount: "20000" });
    expect((await stage.finance().send(payoutOrder, "retry", again)).bizCode).toBe("payoutOrder.duplicatePayoutNo");
    const third = await stage.finance().send(payoutOrder, "retry", { ...again, merchantPayoutNo: "AGAIN-2" });
    expect(third).toMatchObject({ status: 409, bizCode: "payoutOrder.retriedAlready" });
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("that its bank sends back is available again without our fee", async () => {
    const before = await balances();
    const id = await sent("03");
    await stage.follow(4_000);
    expect((await show(id)).status).toBe("paid");
    await stage.follow(3 * 86_400);
    const { version, status } = await show(id);
    if (status === "paid") {
      const asking = { id, version, amount: "20000", remark: "Sent back" };
      await stage.operator(302).call(payoutOrder, "markReturned", asking);
    }
    expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "20000" });
    expect(before - (await balances())).toBe(100);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("whose answer got lost is asked about, and paid once", async () => {
    const id = await sent("04");
    await stage.follow(4_000);
    const { review, status } = await show(id);
    const book = (await stage.simulator.book(review?.payout?.payoutNo ?? "")) as unknown as { payouts: unknown[] };
    expect(book.payouts).toHaveLength(1);
    expect(status).toBe("paid");
  });

  test("is paid at once up to the limit to an account that was paid before, until a day's sum passes it", async () => {
    const before = await sent("01");
    await stage.follow(4_000);
    expect((await show(before)).status).toBe("paid");
    await stage.pass(25 * 3_600);
    const parts = { accountNo: "1234567801" };
    const first = await asked({ ...parts, amount: "6000" });
    expect(await show(first)).toMatchObject({ status: "processing", riskFlags: [], approvalsNeeded: 0 });
    const second = await asked({ ...parts, amount: "6000" });
    expect(await show(second)).toMatchObject({ status: "review", riskFlags: ["many_in_a_day"], approvalsNeeded: 1 });
    await stage.pass(25 * 3_600);
    const third = await asked({ ...parts, amount: "6000" });
    expect((await show(third)).riskFlags).toEqual([]);
  });

  test("to another bank or another name is one to somebody who was never paid, whatever the number", async () => {
    await stage.pass(25 * 3_600);
    const paid = { accountNo: "123456780001", amount: "2000" };
    for (const parts of [
      { beneficiaryName: "Other Person Ltd" },
      { country: "KE", method: "swift", swift: "BBBBKENX", bankName: "Bank B", bankCode: undefined, address: "1 Road" },
    ]) {
      const { status, riskFlags } = await show(await asked({ ...paid, ...parts }));
      expect([status, riskFlags]).toEqual(["review", ["new_beneficiary"]]);
    }
  });

  test("counts towards a day's approvals with what is withdrawn", async () => {
    await stage.pass(25 * 3_600);
    await stage.finance().call(cashout, "add", {
      mode: "test",
      currency: "USD",
      amount: "6000",
      payoutAccountId: stage.payeeId,
    });
    const id = await asked({ accountNo: "123456780001", amount: "6000" });
    expect(await show(id)).toMatchObject({ status: "review", riskFlags: ["many_in_a_day"], approvalsNeeded: 1 });
  });

  test("goes back where the balance no longer covers it, and can be asked for again or taken back", async () => {
    const id = await asked({ amount: "20000" });
    const left = await balances();
    await stage.put(-left - 1);
    expect((await approve(id)).result).toMatchObject({ status: "created", returnCause: "position_short" });
    await stage.put(left + 1);
    expect(await stage.finance().call(payoutOrder, "submit", await named(id))).toMatchObject({ status: "review" });
    await stage.finance().call(payoutOrder, "cancel", await named(id));
    expect((await show(id)).status).toBe("canceled");
    expect((await approve(id)).bizCode).toBe("payoutOrder.invalidTransition");
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("takes two people above ten times the limit, and never the one who asked or approved", async () => {
    const id = await asked({ amount: "150000" });
    expect((await show(id)).approvalsNeeded).toBe(2);
    expect((await approve(id)).result).toMatchObject({ status: "review" });
    expect((await approve(id)).bizCode).toBe("payoutOrder.approvedAlready");
    expect((await approve(id, 305)).result).toMatchObject({ status: "processing" });
  });

  test("is one for each number of the merchant, and refused in the merchant's words", async () => {
    await asked({ merchantPayoutNo: "ONCE-1" });
    expect((await ask({ merchantPayoutNo: "ONCE-1" })).bizCode).toBe("payoutOrder.duplicatePayoutNo");
    expect((await ask({ amount: "99999999" })).bizCode).toBe("payoutOrder.amountInvalid");
    expect((await ask({ currency: "EUR" })).bizCode).toBe("payoutOrder.termsMissing");
    expect((await stage.operator(301).send(payoutOrder, "add", buildPayoutEntry() as never)).bizCode).toBe(
      "payoutOrder.merchantAlone",
    );
  });

  test("names every detail of a beneficiary that is missing or wrong, and takes no card", async () => {
    const wrong = await ask({ bankCode: "021000022", accountNo: null });
    expect(wrong.bizCode).toBe("payoutOrder.beneficiaryInvalid");
    expect(JSON.stringify(wrong.body)).toMatch(/ABA/);
    expect((await ask({ accountNo: "4111111111111111" })).bizCode).toBe("platform.cardNumberRefused");
  });

  test("that somebody altered is not approved, and its alteration is found", async () => {
    const id = await asked({ amount: "20000" });
    const { db } = stage.app.platform;
    const { beneficiaryName } = await db
      .selectFrom("payoutOrders")
      .select("beneficiaryName")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const put = (name: string) =>
      db.updateTable("payoutOrders").set({ beneficiaryName: name }).where("id", "=", id).execute();
    await put("Somebody Else");
    expect((await approve(id)).bizCode).toBe("payoutOrder.altered");
    expect(JSON.stringify(await violationsOf(stage))).toContain("payout_orders");
    await put(beneficiaryName);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("is nobody's who may not pay out", async () => {
    const { db } = stage.app.platform;
    const let_ = (canPayout: boolean, status: "active" | "suspended") =>
      db
        .updateTable("merchants")
        .set({ canPayout, status } as never)
        .where("id", "=", stage.merchantId)
        .execute();
    const { status } = await db
      .selectFrom("merchants")
      .select("status")
      .where("id", "=", stage.merchantId)
      .executeTakeFirstOrThrow();
    await let_(false, "suspended");
    expect((await ask()).bizCode).toBe("payoutOrder.payoutsSuspended");
    await let_(true, status as never);
  });
});

describe("the whole account of a beneficiary", () => {
  test("is shown to whoever pays by hand, and told nobody else", async () => {
    const id = await asked({ accountNo: "5550001117777" });
    expect(await stage.operator(301).call(payoutOrder, "reveal", { id })).toMatchObject({
      number: "5550001117777",
      bankCode: "021000021",
    });
    expect((await stage.finance().send(payoutOrder, "reveal", { id })).status).toBe(403);
    const stored = await stage.app.platform.db
      .selectFrom("payoutOrders")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain("5550001117777");
  });
});
