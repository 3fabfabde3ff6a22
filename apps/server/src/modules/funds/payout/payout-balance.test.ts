import { inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage, payoutOwners } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { sendPayout } from "./index.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage();
  await stage.payOverProvider();
  await stage.put(1_000_000);
}, 60_000);
afterAll(() => stage?.close());

const hold = (amount: number | null) =>
  stage.simulator.control("PUT", "/accounts/sim_main", {
    balances: amount === null ? [] : [{ currency: "USD", amount }],
  });
const show = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const apply = async (amount: number) => {
  const asked = { mode: "test", currency: "USD", amount: String(amount), payoutAccountId: stage.payeeId } as const;
  const { id } = await stage.finance().call(cashout, "add", asked);
  await stage.operator(302).call(cashout, "approve", { id, version: (await show(id)).version });
  return id;
};
const sentOf = async (id: string) => {
  const { review } = await show(id);
  const { payouts } = (await stage.simulator.book(review?.payout?.payoutNo ?? "")) as unknown as { payouts: unknown[] };
  return payouts.length;
};

test("is not sent while the account that it is paid from holds less, says so, and goes when it holds enough", async () => {
  await hold(4_999);
  const id = await apply(5_000);
  await stage.follow();
  const waiting = await show(id);
  expect(waiting).toMatchObject({
    status: "processing",
    review: { payout: { status: "created", attempts: 0, availableAmount: "4999", shortSince: expect.any(String) } },
  });
  expect(await sentOf(id)).toBe(0);
  // Looked at again, and still short since the first time.
  await stage.follow(901);
  expect((await show(id)).review?.payout?.shortSince).toBe(waiting.review?.payout?.shortSince);
  expect(await sentOf(id)).toBe(0);
  const items = await stage.operator(301).call(inbox, "list", { mode: "test" });
  expect(items.filter(({ kind }) => kind === "cashoutUnpaid").map((item) => item.id)).toContain(id);
  await hold(5_000);
  await stage.follow(901);
  expect(await show(id)).toMatchObject({
    review: { payout: { status: "submitted", attempts: 1, availableAmount: null, shortSince: null } },
  });
  expect(await sentOf(id)).toBe(1);
  expect(await violationsOf(stage)).toEqual([]);
});

test("that waits can be given up by people: nothing was sent", async () => {
  await hold(0);
  const id = await apply(5_000);
  await stage.follow();
  const { version } = await show(id);
  const given = { id, version, failureCode: "provider_balance", remark: "No money there" } as const;
  expect((await stage.operator(301).send(cashout, "markFailed", given)).status).toBe(200);
  expect(await show(id)).toMatchObject({ status: "failed" });
  await hold(5_000);
  await stage.follow(901);
  expect(await sentOf(id)).toBe(0);
});

test("whose provider sees too little all the same is refused by it, and available again", async () => {
  await hold(5_000);
  const [one, other] = [await apply(5_000), await apply(5_000)];
  const { db } = stage.app.platform;
  const payoutId = async (id: string) =>
    (await db.selectFrom("payouts").select("id").where("sourceId", "=", id).executeTakeFirstOrThrow()).id;
  const node = {
    ...stage.node,
    // Both were told of the same balance.
    connectorOf: (code: string) => {
      const { payouts, ...connector } = stage.node.connectorOf(code);
      return { ...connector, payouts: payouts && { send: payouts.send, query: payouts.query } };
    },
  };
  for (const id of [one, other]) {
    const ref = { merchantId: stage.merchantId, payoutId: await payoutId(id) };
    await sendPayout(node as never, stage.caller, payoutOwners, ref);
  }
  expect(await show(one)).toMatchObject({ status: "processing" });
  expect(await show(other)).toMatchObject({ status: "failed", failureCode: "provider_balance" });
  expect(await violationsOf(stage)).toEqual([]);
});

test("is sent where nobody could tell the balance", async () => {
  await hold(null);
  const id = await apply(5_000);
  await stage.follow();
  expect(await sentOf(id)).toBe(1);
});
