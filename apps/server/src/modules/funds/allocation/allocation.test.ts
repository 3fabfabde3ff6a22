import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { batchesOf, settleAll } from "../../../../test/settlements.ts";
import { allocatePaid } from "../cashout/cashout.allocation.worker.ts";

let stage: CashoutStage;
/** Two settled batches, the oldest first, with what each brought. */
let batches: { readonly id: string; readonly batchNo: string; readonly amount: string }[];

beforeAll(async () => {
  stage = await buildCashoutStage({ autoSettle: true, withdrawFeeFixed: "500" });
  for (let day = 0; day < 2; day += 1) {
    await stage.pay("001");
    for (let later = 0; later < 8; later += 1) {
      await stage.pass(86_400);
      await settleAll(stage.app);
    }
  }
  batches = (await batchesOf(stage.app, stage.merchantId)).filter(({ status }) => status === "settled");
  // Money that no batch brought.
  await stage.put(5_000);
}, 120_000);
afterAll(() => stage?.close());

const finance = () => stage.finance();
const show = (id: string) => finance().call(cashout, "detail", { id });
const take = async (amount: bigint) => {
  await stage.pass(60);
  const asked = { mode: "test", currency: "USD", amount: String(amount), payoutAccountId: stage.payeeId } as const;
  const { id } = await finance().call(cashout, "add", asked);
  await stage.operator(302).call(cashout, "approve", { id, version: (await show(id)).version });
  await stage
    .operator(301)
    .call(cashout, "markPaid", { id, version: (await show(id)).version, bankReference: `FT-${id}` });
  return id;
};
const partsOf = async (id: string) => (await show(id)).allocations.map(({ batchId, amount }) => [batchId, amount]);
const batch = (at: number) => stage.operator(301).call(settlements, "detail", { id: batches[at]?.id ?? "" });

test("a withdrawal is made of the oldest batches, which tell it, and what comes back goes back in reverse", async () => {
  expect(batches).toHaveLength(2);
  const [first, second] = batches.map(({ amount }) => BigInt(amount)) as [bigint, bigint];
  const [one, other] = batches.map(({ id }) => id);
  const small = await take(first - 1_000n);
  expect(await partsOf(small)).toEqual([[one, String(first - 1_000n)]]);
  const big = await take(1_000n + second + 2_000n);
  expect(await partsOf(big)).toEqual([
    [one, "1000"],
    [other, String(second)],
    [null, "2000"],
  ]);
  expect(await batch(0)).toMatchObject({
    withdrawnAmount: String(first),
    availableAmount: "0",
    withdrawals: [
      { sourceId: big, amount: "1000" },
      { sourceId: small, amount: String(first - 1_000n) },
    ],
  });
  expect(await violationsOf(stage)).toEqual([]);
  // Back comes all but our fee of 5.00, which stays taken of what was taken first.
  const { version, targetAmount: amount } = await show(big);
  await stage.operator(301).call(cashout, "markReturned", { id: big, version, amount, remark: "Account closed" });
  expect(await partsOf(big)).toEqual([[one, "500"]]);
  expect(await batch(1)).toMatchObject({ withdrawnAmount: "0", availableAmount: String(second), withdrawals: [] });
  expect((await batch(0)).withdrawnAmount).toBe(String(first - 500n));
  expect(await violationsOf(stage)).toEqual([]);
});

test("one that fails is made of none", async () => {
  const asked = { mode: "test", currency: "USD", amount: "1000", payoutAccountId: await stage.addPayee() } as const;
  const { id } = await finance().call(cashout, "add", asked);
  await stage.operator(302).call(cashout, "approve", { id, version: (await show(id)).version });
  const { version } = await show(id);
  await stage.operator(301).call(cashout, "markFailed", { id, version, failureCode: "declined", remark: "No" });
  expect(await show(id)).toMatchObject({ status: "failed", allocations: [] });
  expect(await violationsOf(stage)).toEqual([]);
});

test("withdrawals of the time before are noted of what is left, the first that was paid first, and once", async () => {
  const { db, logger } = stage.app.platform;
  const noted = await db.selectFrom("settlementAllocations").selectAll().orderBy("id").execute();
  const sums = (parts: readonly { readonly sourceId: string; readonly amount: string }[]) =>
    Object.fromEntries(
      [...Map.groupBy(parts, ({ sourceId }) => sourceId)].map(([id, of]) => [
        id,
        of.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      ]),
    );
  await db.deleteFrom("settlementAllocations").where("merchantId", "=", stage.merchantId).execute();
  expect((await violationsOf(stage)).length).toBe(Object.keys(sums(noted)).length);
  const { signal } = new AbortController();
  expect(await allocatePaid(stage.node, { logger, signal })).toBe(Object.keys(sums(noted)).length);
  const again = await db.selectFrom("settlementAllocations").selectAll().orderBy("id").execute();
  expect(sums(again)).toEqual(sums(noted));
  const ofBatches = (parts: typeof noted) => sums(parts.map((part) => ({ ...part, sourceId: part.batchId ?? "none" })));
  expect(ofBatches(again)).toEqual(ofBatches(noted));
  expect(await allocatePaid(stage.node, { logger, signal })).toBe(0);
  expect(await violationsOf(stage)).toEqual([]);
});

test("a part that somebody altered, took out or added is named by the next look", async () => {
  const { db } = stage.app.platform;
  const part = await db.selectFrom("settlementAllocations").selectAll().limit(1).executeTakeFirstOrThrow();
  const put = (values: object) =>
    db.updateTable("settlementAllocations").set(values).where("id", "=", part.id).execute();
  await put({ amount: String(BigInt(part.amount) + 1n) });
  const altered = await violationsOf(stage);
  expect(altered.some((one) => one.startsWith("sealed settlement_allocations"))).toBe(true);
  expect(altered.some((one) => one.startsWith("backed settlement_allocations.amount"))).toBe(true);
  await put({ amount: part.amount });
  expect(await violationsOf(stage)).toEqual([]);
  await db.deleteFrom("settlementAllocations").where("id", "=", part.id).execute();
  expect(await violationsOf(stage)).toMatchObject([expect.stringContaining("backed settlement_allocations.amount")]);
  await db.insertInto("settlementAllocations").values(part).execute();
  await put({ batchId: batches[1]?.id ?? null });
  expect((await violationsOf(stage)).length).toBeGreaterThan(0);
});
