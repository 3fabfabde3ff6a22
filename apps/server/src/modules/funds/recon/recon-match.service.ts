import { reconLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { defaultLocale, fill } from "@countinghouse/contract/kit/locale.ts";
import type { Context } from "../../../platform/http/context.ts";
import { entryOfCause, trueUpOf } from "./recon.postings.ts";
import {
  type BatchRef,
  type BatchRow,
  lockAccountFiles,
  lockBatchByRef,
  type ReconAccount,
  readAccount,
  refOfBatch,
  sumsOfBatch,
  updateBatch,
} from "./recon.store.ts";
import { bookLines, endedLine, type LinePost } from "./recon-booking.service.ts";
import {
  type NamedOrder,
  type OfAccount,
  type OurRecord,
  ordersUnder,
  refundsUnder,
  takenUnder,
} from "./recon-counterpart.store.ts";
import { inSettlementCurrency } from "./recon-import.service.ts";
import {
  type ItemChange,
  type ItemRow,
  lackingItems,
  nextToMatch,
  takenRecords,
  updateItem,
} from "./recon-item.store.ts";
import { noteLacking } from "./recon-lacking.service.ts";
import { judge, type Tolerance, unmatched, type Verdict } from "./recon-match.policy.ts";
import { counterpartOf, judgedLine, keyOf, ourSide } from "./recon-our-side.service.ts";

/** Lines of one transaction. */
const atOnce = 200;

/** Which lines a round looks at, and behind which line it goes on. */
export interface MatchRound {
  readonly status: "new" | "open";
  readonly after: number;
}

/** What may differ in a file of a currency. */
export const tolerancesOf = (account: ReconAccount, code: string): Tolerance => ({
  amount: BigInt(inSettlementCurrency(account, code, account.amountTolerance)),
  fee: BigInt(account.feeTolerance),
});

/** A line with what became of it. */
interface Judged {
  readonly item: ItemRow;
  readonly verdict: Verdict;
  readonly ours: OurRecord | undefined;
  readonly change: ItemChange;
}

interface Known {
  readonly records: ReadonlyMap<string, readonly OurRecord[]>;
  readonly taken: Set<string>;
  readonly orders: ReadonlyMap<string, NamedOrder>;
}

const taking = ["settled"];
const refunding: Readonly<Record<string, OurRecord["refType"]>> = {
  refunded: "refund",
  refund_reversed: "refund_reversal",
};

/** Everything of ours that some lines could stand against. */
async function readKnown(ctx: Context, of: OfAccount, batch: BatchRow, items: readonly ItemRow[]): Promise<Known> {
  const payments = items.filter(({ type }) => taking.includes(type)).map(({ upstreamRef }) => upstreamRef);
  const refunds = items.filter(({ type }) => type in refunding).map(({ merchantRef }) => merchantRef);
  const taken = await takenUnder(ctx.db, of, payments);
  const given = await refundsUnder(ctx.db, of, refunds);
  const all = [...taken, ...given];
  const held = await takenRecords(ctx.db, batch.merchantId, [...new Set(all.map(({ id }) => id))]);
  const own = new Set(items.map(({ id }) => id));
  const orders = await ordersUnder(ctx.db, batch, [...new Set(items.map(({ merchantRef }) => merchantRef))]);
  return {
    records: new Map([
      ...Map.groupBy(taken, ({ upstreamRef }) => upstreamRef ?? ""),
      ...Map.groupBy(given, ({ refType, refNo }) => `${refType} ${refNo}`),
    ]),
    // What a line that is looked at again stands against is its own.
    taken: new Set(
      held.filter(({ id }) => !own.has(id)).map(({ ourRefType, ourRefId }) => `${ourRefType} ${ourRefId}`),
    ),
    orders: new Map(orders.map((order) => [order.orderNo, order])),
  };
}

const candidatesFor = (item: ItemRow, { records }: Known): readonly OurRecord[] => {
  if (taking.includes(item.type)) return records.get(item.upstreamRef) ?? [];
  const refType = refunding[item.type];
  return refType ? (records.get(`${refType} ${item.merchantRef}`) ?? []) : [];
};

/** Whether cost was booked for a line against another record than it would stand against now: then it stays as it is. */
const isBookedElsewhere = ({ item, change }: Judged): boolean =>
  item.truedAmount !== "0" && item.ourRefId !== (change.ourRefId ?? null);

/** Judges one line; a record that it takes is no other line's. */
function judgeItem(item: ItemRow, known: Known, tolerance: Tolerance, batch: BatchRow): Judged {
  const net = BigInt(item.netAmount);
  const ofAccount = { ourMerchantId: null, ourRefType: "account", ourRefId: null } as const;
  const matched: Verdict = { matchStatus: "matched", status: "matched", difference: 0n, trueUp: 0n };
  if (item.type === "payout") {
    const isSum = batch.payoutAmount === batch.netAmount;
    const verdict: Verdict = isSum ? matched : { ...matched, matchStatus: "amount_mismatch", status: "open" };
    return { item, verdict, ours: undefined, change: ofAccount };
  }
  // Fees of a whole account are the account's cost; what a gateway keeps as a deposit it still owes.
  if (item.type === "fee") return { item, verdict: { ...matched, trueUp: -net }, ours: undefined, change: ofAccount };
  if (item.type === "deposit_correction") return { item, verdict: matched, ours: undefined, change: ofAccount };
  const candidates = candidatesFor(item, known);
  const free = candidates.filter((ours) => !known.taken.has(keyOf(ours)));
  const isSame = (ours: OurRecord) => ours.gross === item.grossAmount && ours.currency === item.lineCurrency;
  const ours = free.find(isSame) ?? free[0];
  const order = known.orders.get(item.merchantRef);
  const named: ItemChange = { ...ofNobody, orderId: order?.id ?? null, orderNo: order?.orderNo ?? null };
  if (!ours) {
    const [before] = candidates;
    if (!before) return { item, verdict: unmatched("missing_local", net), ours: undefined, change: named };
    return { item, verdict: unmatched("duplicate", net), ours: undefined, change: ourSide(before) };
  }
  const verdict = judge(judgedLine(item), counterpartOf(ours), tolerance);
  // Of another currency than the file is settled in: this file cannot settle it.
  if (ours.currency !== item.currency) return { item, verdict, ours: undefined, change: named };
  known.taken.add(keyOf(ours));
  // Less what was booked for it before, when it was judged otherwise.
  const trueUp = verdict.trueUp - BigInt(item.truedAmount);
  return { item, verdict: { ...verdict, trueUp }, ours, change: ourSide(ours) };
}

const ofNobody: ItemChange = {
  ourMerchantId: null,
  ourRefType: null,
  ourRefId: null,
  ourRefNo: null,
  ourCurrency: null,
  ourGrossAmount: null,
  ourFeeAmount: null,
  ourTime: null,
};

const costOf = ({ item, verdict: { trueUp }, ours }: Judged): LinePost | undefined => {
  if (trueUp === 0n) return undefined;
  const ended = endedLine({ ...item, ourMerchantId: ours?.merchantId ?? null, difference: String(-trueUp) });
  return {
    item: { ...item, orderId: ours?.orderId ?? null },
    entry: trueUpOf(ended),
    description: item.upstreamRef || item.type,
  };
};

/** Ends what files lacked of records that came in a later line, and books back what stood in suspense for it. */
export async function endLacking(
  ctx: Context,
  { merchantId, reconNo }: Pick<BatchRow, "merchantId" | "reconNo">,
  arrived: readonly { readonly ours: OurRecord; readonly lineNo: number | null }[],
): Promise<LinePost[]> {
  const lines = new Map(arrived.map(({ ours, lineNo }) => [keyOf(ours), lineNo]));
  const posts: LinePost[] = [];
  const ids = arrived.map(({ ours: { id } }) => id);
  for (const item of await lackingItems(ctx.db, merchantId, [...new Set(ids)])) {
    const line = lines.get(`${item.ourRefType} ${item.ourRefId}`);
    if (line === undefined) continue;
    const batch = await lockBatchByRef(ctx, { merchantId, batchId: item.batchId });
    if (item.suspenseAmount !== "0")
      posts.push({ item, entry: entryOfCause(endedLine(item), "receivable"), description: item.merchantRef });
    const values = { reconNo, line };
    await updateItem(ctx, item, {
      status: "resolved",
      resolution: "arrived",
      suspenseAmount: "0",
      remark: fill(reconItemMessages[defaultLocale].text?.arrived ?? "", values),
      resolveUserName: null,
      resolveTime: ctx.now.toISOString(),
    });
    if (batch) await recount(ctx, batch);
  }
  return posts;
}

/** Reckons a file again from its lines, and says whether something is open. */
export async function recount(ctx: Context, batch: BatchRow): Promise<BatchRow> {
  const { newCount, ...sums } = await sumsOfBatch(ctx, refOfBatch(batch));
  if (batch.status === "closed" || batch.status === "imported" || newCount > 0) return updateBatch(ctx, batch, sums);
  const action = sums.openCount > 0 ? "differ" : "balance";
  if (!allows(reconLifecycle, batch.status, action)) throw new Error(`${batch.reconNo} is ${batch.status}`);
  return updateBatch(ctx, batch, { ...sums, status: reconLifecycle.actions[action].to });
}

const isSameFinding = (item: ItemRow, { verdict, change }: Judged): boolean =>
  item.matchStatus === verdict.matchStatus &&
  item.status === verdict.status &&
  item.difference === String(verdict.difference) &&
  item.ourRefId === (change.ourRefId ?? null);

/** Locks a file with its fellows, so that one round at a time compares lines of an account. */
export async function lockFile(ctx: Context, ref: BatchRef): Promise<BatchRow | undefined> {
  const batch = await ctx.db
    .selectFrom("reconBatches")
    .select(["merchantId", "gatewayAccountId"])
    .where("merchantId", "=", ref.merchantId)
    .where("id", "=", ref.batchId)
    .executeTakeFirst();
  if (!batch) return undefined;
  await lockAccountFiles(ctx, batch);
  return lockBatchByRef(ctx, ref);
}

/**
 * Compares the next lines of a file, and books to cost what is booked at once. Answers the last line it looked at, null
 * once there is none.
 */
export async function matchSome(ctx: Context, ref: BatchRef, round: MatchRound): Promise<number | null> {
  const batch = await lockFile(ctx, ref);
  if (!batch || batch.status === "closed") return null;
  const account = await readAccount(ctx, batch.gatewayAccountId);
  const items = await nextToMatch(ctx.db, ref, { ...round, limit: atOnce });
  const last = items.at(-1)?.lineNo ?? null;
  if (last === null) return null;
  const of = { gatewayAccountId: account.id, mode: batch.mode };
  const known = await readKnown(ctx, of, batch, items);
  const tolerance = tolerancesOf(account, batch.currency);
  const judged = items
    .map((item) => judgeItem(item, known, tolerance, batch))
    .filter((one) => !isSameFinding(one.item, one) && !isBookedElsewhere(one));
  const arrived = judged.flatMap(({ item, ours }) => (ours ? [{ ours, lineNo: item.lineNo }] : []));
  const posts = await endLacking(ctx, batch, arrived);
  for (const one of judged) {
    const post = costOf(one);
    if (post) posts.push(post);
  }
  await bookLines(ctx, posts);
  for (const { item, verdict, change } of judged)
    await updateItem(ctx, item, {
      ...change,
      matchStatus: verdict.matchStatus,
      status: verdict.status,
      difference: String(verdict.difference),
      truedAmount: String(BigInt(item.truedAmount) + verdict.trueUp),
    });
  return last;
}

/** Ends a round: notes what the file lacks, and reckons it. */
export async function finishMatching(ctx: Context, ref: BatchRef): Promise<BatchRow | undefined> {
  const batch = await lockFile(ctx, ref);
  if (batch?.status !== "matching") return batch;
  const account = await readAccount(ctx, batch.gatewayAccountId);
  await noteLacking(ctx, batch, account);
  return recount(ctx, batch);
}

/** Begins a round; nothing where the file is closed. */
export async function beginMatching(ctx: Context, ref: BatchRef): Promise<BatchRow | undefined> {
  const batch = await lockBatchByRef(ctx, ref);
  if (!batch || !allows(reconLifecycle, batch.status, "run")) return undefined;
  return batch.status === "matching" ? batch : updateBatch(ctx, batch, { status: "matching" });
}
