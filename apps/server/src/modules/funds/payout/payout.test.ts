import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { eur, usd } from "@countinghouse/money/build-money.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage, payoutOwners } from "../../../../test/cashouts.ts";
import { buildPayoutAccount } from "../../../../test/payouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { applyPayoutFact, askPayout } from "./index.ts";

let stage: CashoutStage;
/** Accounts of the merchant by the end of their number, which tells the simulator what to do. */
const payees = new Map<string, string>();

beforeAll(async () => {
  // Two people above 100.00, nobody up to 10.00.
  stage = await buildCashoutStage({ autoApproveLimit: "1000", withdrawFeeFixed: "100", withdrawFeeMode: "on_top" });
  expect(await stage.payOverProvider()).not.toBe(stage.fundingId);
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

let accounts = 0;
/** One to an account that nothing came back from. */
const sendAnew = async (): Promise<string> => {
  accounts += 1;
  payees.set("01", await stage.addPayee({ accountNo: `6666 0000 ${String(accounts).padStart(2, "0")}01` }));
  return send("01");
};

type Said = { readonly kind: string; readonly amount?: Money | null; readonly failureCode?: string | null };

/** Takes in what the provider says of a transfer unasked. */
const tell = async (id: string, said: Said) => {
  const { payoutNo, providerReference, gatewayAccountId } = await payoutFor(id);
  const outcome = { payoutNo, providerReference, amount: null, failureCode: null, occurredAt: null, exchanges: [] };
  const told = { subject: "payout", payoutNo, outcome: { ...outcome, ...said } } as never;
  return applyPayoutFact(payoutOwners)(stage.node, stage.caller, gatewayAccountId ?? "", told);
};
/** Asks the provider, which answers what it is told to. */
const asked = async (id: string, said: Said) => {
  const { id: payoutId } = await payoutFor(id);
  const answering = (code: string) => {
    const connector = stage.node.connectorOf(code);
    const answer = { providerReference: null, amount: null, failureCode: null, exchanges: [], ...said };
    return { ...connector, payouts: { ...connector.payouts, query: async () => answer } };
  };
  const ref = { merchantId: stage.merchantId, payoutId };
  await askPayout({ ...stage.node, connectorOf: answering } as never, stage.caller, payoutOwners, ref);
};
const exceptionsOf = async (id: string) =>
  (
    await stage.app.platform.db
      .selectFrom("eventExceptions")
      .select(["eventType"])
      .where("objectId", "=", id)
      .orderBy("eventType")
      .execute()
  ).map(({ eventType }) => eventType);

test("told as failed and paid after all, it is paid: what had gone back is taken again, below nothing where it must", async () => {
  const before = await available();
  const id = await sendAnew();
  await asked(id, { kind: "failed", failureCode: "declined" });
  expect(await show(id)).toMatchObject({ status: "failed", failureCode: "declined" });
  expect(await available()).toBe(before);
  // Spent meanwhile.
  await stage.put(-before);
  // One notification may be old news: the provider is asked first.
  expect(await tell(id, { kind: "paid" })).toBe("processed");
  expect(await show(id)).toMatchObject({ status: "failed", abilities: { sync: true } });
  await asked(id, { kind: "paid" });
  await asked(id, { kind: "paid" });
  expect(await show(id)).toMatchObject({
    status: "paid",
    failureCode: null,
    failureMessage: null,
    review: { payout: { status: "paid" } },
  });
  expect(await payoutFor(id)).toMatchObject({ status: "paid", failureCode: null, failureMessage: null });
  expect(await available()).toBe(-5_100);
  expect(await exceptionsOf(id)).toContain("payout.paidLate");
  expect(await violationsOf(stage)).toEqual([]);
  await stage.put(before + 5_100);
});

test.each([
  ["in another currency", eur(5_000)],
  ["more than was sent", usd(5_001)],
  ["nothing", usd(0)],
])("sent back %s, it is not booked: people look at it", async (_what, amount) => {
  const id = await sendAnew();
  await asked(id, { kind: "paid" });
  const before = await available();
  await tell(id, { kind: "returned", amount });
  expect(await show(id)).toMatchObject({ status: "paid", returnedAmount: null });
  expect(await available()).toBe(before);
  expect(await exceptionsOf(id)).toEqual(["payout.returnUnsound"]);
  expect(await violationsOf(stage)).toEqual([]);
});

test("sent back in part before it was told as paid, it was paid and came back: what the bank kept is our cost", async () => {
  const before = await available();
  const id = await sendAnew();
  await tell(id, { kind: "returned", amount: usd(4_000) });
  expect(await show(id)).toMatchObject({ status: "returned", returnedAmount: "4000" });
  expect(before - (await available())).toBe(100);
  expect(await violationsOf(stage)).toEqual([]);
});

describe("paid otherwise than asked", () => {
  const suspended = async () => (await violationsOf(stage)).filter((one) => one.startsWith("suspense_backed payouts."));
  const resolve = async (id: string, cause: "provider" | "merchant" | "house") => {
    const { version } = await show(id);
    return stage.operator(301).send(cashout, "resolveDifference", { id, version, cause, note: "Told by the provider" });
  };

  test.each([
    ["less", usd(4_000), { amount: "4000", currency: "USD" }, "merchant", 1_000],
    ["more", usd(5_500), { amount: "5500", currency: "USD" }, "merchant", -500],
    ["less", usd(4_990), { amount: "4990", currency: "USD" }, "house", 0],
    ["in another currency", eur(4_600), { amount: "4600", currency: "EUR" }, "provider", 0],
  ] as const)("%s, it ends as paid, and the difference is a finding until somebody resolves it", async (...row) => {
    const [, amount, paid, cause, owed] = row;
    const before = await available();
    const id = await sendAnew();
    await asked(id, { kind: "paid", amount });
    await asked(id, { kind: "paid", amount });
    expect(await show(id)).toMatchObject({
      status: "paid",
      review: { payout: { status: "paid", difference: { ...paid, cause: null } } },
      abilities: { resolveDifference: true },
    });
    expect(before - (await available())).toBe(5_100);
    expect(await exceptionsOf(id)).toEqual(["payout.amountMismatch"]);
    expect(await suspended()).not.toEqual([]);
    expect(await resolve(id, cause)).toMatchObject({ status: 200 });
    expect(before - (await available())).toBe(5_100 - owed);
    expect(await show(id)).toMatchObject({
      review: { payout: { difference: { cause } } },
      abilities: { resolveDifference: false },
    });
    expect((await resolve(id, cause)).bizCode).toBe("cashout.noDifference");
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("in another currency, it is nothing that the merchant could bear", async () => {
    const id = await sendAnew();
    await asked(id, { kind: "paid", amount: eur(4_600) });
    expect((await resolve(id, "merchant")).bizCode).toBe("cashout.otherCurrency");
    expect((await resolve(id, "house")).status).toBe(200);
    expect(await violationsOf(stage)).toEqual([]);
  });

  test("and sent back, it is nothing that the merchant gains or bears: all that it gave was booked as returned", async () => {
    const id = await sendAnew();
    await asked(id, { kind: "paid", amount: usd(4_000) });
    await asked(id, { kind: "returned", amount: usd(4_000) });
    expect(await show(id)).toMatchObject({ status: "returned" });
    expect((await resolve(id, "merchant")).bizCode).toBe("cashout.otherCurrency");
  });

  test("by nothing, it is not believed: it stays sent, and people see it", async () => {
    const id = await sendAnew();
    await asked(id, { kind: "paid", amount: usd(0) });
    expect(await show(id)).toMatchObject({ status: "processing" });
    expect(await exceptionsOf(id)).toEqual(["payout.amountMismatch"]);
  });
});

test("that somebody altered is not sent", async () => {
  const id = await apply(5_000, "06");
  await approve(id);
  await stage.app.platform.db.updateTable("payouts").set({ amount: "999900" }).where("sourceId", "=", id).execute();
  await stage.follow();
  expect(await show(id)).toMatchObject({ review: { payout: { status: "created", attempts: 0 } } });
});

describe("of real money", () => {
  /** One that is approved and to be sent by a provider. */
  const liveOne = async (): Promise<string> => {
    const { app, merchantId, place } = stage;
    const own = { merchantId, mode: "live", currency: "USD" } as const;
    const more = { ...own, amount: "100000", reason: "Money", evidence: "None" };
    const { id: moved } = await stage.operator(301).call(merchantBalance, "adjust", more);
    await stage.operator(302).call(merchantBalance, "approve", { merchantId, id: moved });
    const parts = { mode: "live", verifyStatus: "verified", lastChangeTime: "2026-01-01T00:00:00.000Z" } as const;
    const payoutAccountId = await stage.addPayee({ mode: "live", accountNo: "7777 0000 0001" });
    const over = { ...parts, gatewayAccountId: stage.accounts.main, isDefault: true };
    await buildPayoutAccount(app, { tenantId: place.tenantId, merchantId: null }, over);
    const asked = { mode: "live", currency: "USD", amount: "5000", payoutAccountId } as const;
    const { id } = await stage.finance().call(cashout, "add", asked);
    expect(await approve(id)).toMatchObject({ result: { status: "processing" } });
    return id;
  };

  test("what a provider was asked to pay is given up by two people", async () => {
    const id = await liveOne();
    const { version } = await show(id);
    const given = { id, version, failureCode: "given_up", remark: "Never sent" } as const;
    const asking = await stage.operator(301).send(cashout, "markFailed", given);
    expect(asking).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    expect(await show(id)).toMatchObject({ status: "processing" });
    const { changeRequestId } = asking.body.result as unknown as { changeRequestId: string };
    expect((await stage.operator(301).send(changeRequest, "approve", { id: changeRequestId })).status).toBe(403);
    await stage.pass(60);
    await stage.operator(302).call(changeRequest, "approve", { id: changeRequestId });
    expect(await show(id)).toMatchObject({ status: "failed", failureCode: "given_up" });
  });
});
