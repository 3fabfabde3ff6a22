import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage, payoutOwners } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { applyPayoutFact, askPayout } from "./index.ts";

let stage: CashoutStage;
/** Accounts of the merchant by the end of their number, which tells the simulator what to do. */
const payees = new Map<string, string>();

beforeAll(async () => {
  // Two people above 100.00, nobody up to 10.00.
  stage = await buildCashoutStage({ autoApproveLimit: "1000", withdrawFeeFixed: "100", withdrawFeeMode: "on_top" });
  await stage.app.platform.db
    .updateTable("payoutAccounts")
    .set({ isDefault: false })
    .where("id", "=", stage.fundingId)
    .execute();
  // The simulator pays out; the gateways of tests say only what their orders need.
  await stage.app.platform.db
    .updateTable("upstreamGateways")
    .set({ capabilities: ["authorize", "capture", "refund", "query", "payout"] })
    .execute();
  const over = await stage.addFunding({ gatewayAccountId: stage.accounts.main, accountNo: "99887766" });
  expect(over).not.toBe(stage.fundingId);
  await stage.put(1_000_000);
}, 60_000);
beforeEach(() => stage.pass(86_400));
afterAll(() => stage?.close());

const show = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const payeeEnding = async (ending: string): Promise<string> => {
  const id = payees.get(ending) ?? (await stage.addPayee({ accountNo: `5555 0000 00${ending}` }));
  payees.set(ending, id);
  return id;
};
const apply = async (minor: number, ending: string) => {
  const payoutAccountId = await payeeEnding(ending);
  const { id } = await stage
    .finance()
    .call(cashout, "add", { mode: "test", currency: "USD", amount: String(minor), payoutAccountId });
  return id;
};
const approve = async (id: string, userId = 302) =>
  stage.operator(userId).send(cashout, "approve", { id, version: (await show(id)).version });
/** Asks for one and has it approved and sent. */
const send = async (ending: string): Promise<string> => {
  const id = await apply(5_000, ending);
  expect((await approve(id)).status).toBe(200);
  await stage.follow();
  return id;
};
const atSimulator = async (id: string) => {
  const { review } = await show(id);
  const { payouts } = (await stage.simulator.book(review?.payout?.payoutNo ?? "")) as unknown as { payouts: unknown[] };
  return payouts.length;
};
const payoutFor = (id: string) =>
  stage.app.platform.db.selectFrom("payouts").selectAll().where("sourceId", "=", id).executeTakeFirstOrThrow();
const available = async () =>
  Number((await stage.finance().call(cashout, "terms", { mode: "test", currency: "USD" })).available);

test("is paid over a provider: sent once, asked about, and the fee on top is booked", async () => {
  const before = await available();
  const id = await send("01");
  expect(await show(id)).toMatchObject({
    status: "processing",
    debitedAmount: "5100",
    review: { payout: { status: "submitted", attempts: 1, isByHand: false } },
  });
  const { version } = await show(id);
  const byHand = await stage.operator(301).send(cashout, "markPaid", { id, version, bankReference: "X" });
  expect(byHand.bizCode).toBe("cashout.sentByProvider");
  await stage.follow(3_700);
  await stage.follow(3_700);
  expect(await show(id)).toMatchObject({ status: "paid", bankReference: expect.stringMatching(/^pot_/) });
  expect(before - (await available())).toBe(5_100);
  expect(await atSimulator(id)).toBe(1);
  expect(await violationsOf(stage)).toEqual([]);
});

test("small and to a known account, it is approved and paid by nobody's hand", async () => {
  const id = await apply(1_000, "01");
  await stage.follow();
  expect(await show(id)).toMatchObject({ status: "processing", auditUserName: null, approvalsNeeded: 0 });
});

test("above ten times the limit it takes two people, who are two", async () => {
  const id = await apply(10_100, "01");
  expect(await show(id)).toMatchObject({ approvalsNeeded: 2 });
  expect(await approve(id, 302)).toMatchObject({ result: { status: "approving" } });
  expect((await approve(id, 302)).bizCode).toBe("cashout.approvedAlready");
  expect(await approve(id, 303)).toMatchObject({ result: { status: "processing" } });
  expect((await show(id)).review?.approvals.map(({ userName }) => userName)).toEqual(["Operator 302", "Operator 303"]);
});

test("that fails is available again whole, and its account is doubted", async () => {
  const before = await available();
  const id = await send("02");
  await stage.follow(3_700);
  await stage.follow(3_700);
  expect(await show(id)).toMatchObject({ status: "failed", failureCode: "account_closed" });
  expect(await available()).toBe(before);
  const again = { mode: "test", currency: "USD", amount: "5000", payoutAccountId: payees.get("02") } as const;
  expect((await stage.finance().send(cashout, "add", again)).bizCode).toBe("cashout.accountNotVerified");
});

test("that the bank sends back later is booked back without our fee", async () => {
  const before = await available();
  const id = await send("03");
  await stage.follow(3_700);
  await stage.follow(3_700);
  expect(await show(id)).toMatchObject({ status: "paid" });
  await stage.simulator.advance(3 * 86_400);
  const payout = await stage.app.platform.db
    .selectFrom("payouts")
    .selectAll()
    .where("sourceId", "=", id)
    .executeTakeFirstOrThrow();
  const told = {
    subject: "payout",
    payoutNo: payout.payoutNo,
    outcome: {
      kind: "returned",
      payoutNo: payout.payoutNo,
      providerReference: payout.providerReference,
      amount: null,
      failureCode: "returned_by_bank",
      occurredAt: null,
      exchanges: [],
    },
  } as const;
  const apply = () =>
    applyPayoutFact(payoutOwners)(stage.node, stage.caller, payout.gatewayAccountId ?? "", told as never);
  expect([await apply(), await apply()]).toEqual(["processed", "ignored"]);
  expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "5000" });
  expect(before - (await available())).toBe(100);
  expect(await violationsOf(stage)).toEqual([]);
});

test("whose answer got lost is asked about under its number, and paid once", async () => {
  const id = await send("04");
  await stage.follow(60);
  await stage.follow(3_700);
  await stage.follow(3_700);
  expect(await show(id)).toMatchObject({ status: "paid", review: { payout: { attempts: 1 } } });
  expect(await atSimulator(id)).toBe(1);
});

test("that nobody can find is never sent again: it stays sent until people say that it failed", async () => {
  const before = await available();
  const id = await send("05");
  const early = await stage
    .operator(301)
    .send(cashout, "markFailed", { id, version: (await show(id)).version, failureCode: "given_up", remark: "Lost" });
  expect(early.bizCode).toBe("cashout.sentByProvider");
  for (const seconds of [60, 600, 3_700, 3_700]) await stage.follow(seconds);
  expect(await show(id)).toMatchObject({
    status: "processing",
    review: { payout: { status: "submitted", attempts: 1 } },
  });
  const { version } = await show(id);
  await stage
    .operator(301)
    .call(cashout, "markFailed", { id, version, failureCode: "given_up", remark: "Never arrived" });
  expect(await show(id)).toMatchObject({ status: "failed" });
  expect(await available()).toBe(before);
  expect(await violationsOf(stage)).toEqual([]);
});

test("is not given up after questions that nobody answered", async () => {
  const id = await send("04");
  const { id: payoutId } = await payoutFor(id);
  const silent = (code: string) => {
    const connector = stage.node.connectorOf(code);
    const query = async () => {
      throw new Error("down");
    };
    return { ...connector, payouts: { ...connector.payouts, query } };
  };
  const ref = { merchantId: stage.merchantId, payoutId };
  for (let asked = 0; asked < 4; asked += 1) {
    await askPayout({ ...stage.node, connectorOf: silent } as never, stage.caller, payoutOwners, ref);
    await stage.pass(3_700);
  }
  expect(await payoutFor(id)).toMatchObject({ status: "submitted", queryCount: 4, notFoundCount: 0 });
  const { version, abilities } = await show(id);
  expect(abilities.mark).toBe(false);
  const given = { id, version, failureCode: "given_up", remark: "No answer" } as const;
  expect((await stage.operator(301).send(cashout, "markFailed", given)).bizCode).toBe("cashout.sentByProvider");
});

test("sent back less what the bank kept, it is booked as told", async () => {
  const id = await send("01");
  await stage.follow(3_700);
  await stage.follow(3_700);
  expect(await show(id)).toMatchObject({ status: "paid" });
  const { payoutNo, providerReference, gatewayAccountId } = await payoutFor(id);
  const said = { kind: "returned", payoutNo, providerReference, amount: usd(4_000), failureCode: null };
  const outcome = { ...said, occurredAt: null, exchanges: [] };
  const told = { subject: "payout", payoutNo, outcome } as never;
  await applyPayoutFact(payoutOwners)(stage.node, stage.caller, gatewayAccountId ?? "", told);
  expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
});

test("that somebody altered is not sent", async () => {
  const id = await apply(5_000, "06");
  await approve(id);
  await stage.app.platform.db.updateTable("payouts").set({ amount: "999900" }).where("sourceId", "=", id).execute();
  await stage.follow();
  expect(await show(id)).toMatchObject({ review: { payout: { status: "created", attempts: 0 } } });
});
