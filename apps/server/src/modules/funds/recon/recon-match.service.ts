import { reconLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { defaultLocale, fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { entryOfCause, entryOfReturn, trueUpOf } from "./recon.postings.ts";
import {
  lockAccountFiles,
  lockBatchByRef,
  type ReconBatchRef,
  type ReconBatchRow,
  readAccount,
  refOfBatch,
  sumsOfBatch,
  updateBatch,
} from "./recon.store.ts";
import { bookLines, type LinePost, resolvedLine } from "./recon-booking.service.ts";
import { boundsOf } from "./recon-bounds.service.ts";
import {
  type AccountAndMode,
  type OurRecord,
  ordersByNumber,
  paymentsByReference,
  type ReferencedOrder,
  refundsByNumber,
} from "./recon-counterpart.store.ts";
import { reconMatchQueue } from "./recon-import.service.ts";
import {
  hasOpen,
  missingItems,
  nextToMatch,
  ofWholeFile,
  type ReconItemChange,
  type ReconItemRow,
  suspenseClearedTo,
  takenRecords,
  updateItem,
  updateNewItems,
} from "./recon-item.store.ts";
import {
  type Bounds,
  judgeMatch,
  judgeOfAccount,
  judgePayout,
  type MatchVerdict,
  unmatchedVerdict,
} from "./recon-match.policy.ts";
import { recordMissingItems } from "./recon-missing.service.ts";
import { counterpartOf, keyOf, matchableLine, ourSide } from "./recon-our-side.service.ts";
import { queryGateway } from "./recon-query.service.ts";

/** Lines per transaction. */
const atOnce = 200;

/** The lines that a round matches, and the line after which it continues. */
export interface MatchRound {
  readonly status: "new" | "open";
  readonly after: number;
}

/** A line with its verdict. */
interface MatchedLine {
  readonly item: ReconItemRow;
  readonly verdict: MatchVerdict;
  readonly ours: OurRecord | undefined;
  readonly change: ReconItemChange;
}

interface KnownRecords {
  readonly records: ReadonlyMap<string, readonly OurRecord[]>;
  readonly taken: Set<string>;
  readonly orders: ReadonlyMap<string, ReferencedOrder>;
  /** The line that carries the payout difference, and the sum of account fees. */
  readonly payoutLineNo: number | null;
  readonly fees: bigint;
}

const taking = ["settled"];
const refunding: Readonly<Record<string, OurRecord["refType"]>> = {
  refunded: "refund",
  refund_reversed: "refund_reversal",
};

/** Our records that some lines could match. */
async function readKnown(
  ctx: Context,
  of: AccountAndMode,
  batch: ReconBatchRow,
  items: readonly ReconItemRow[],
): Promise<KnownRecords> {
  const payments = items.filter(({ type }) => taking.includes(type)).map(({ upstreamRef }) => upstreamRef);
  const refunds = items.filter(({ type }) => type in refunding).map(({ merchantRef }) => merchantRef);
  const taken = await paymentsByReference(ctx.db, of, payments);
  const given = await refundsByNumber(ctx.db, of, refunds);
  const all = [...taken, ...given];
  const held = await takenRecords(ctx.db, batch.merchantId, [...new Set(all.map(({ id }) => id))]);
  const own = new Set(items.map(({ id }) => id));
  const orders = await ordersByNumber(ctx.db, batch, [...new Set(items.map(({ merchantRef }) => merchantRef))]);
  return {
    records: new Map([
      ...Map.groupBy(taken, ({ upstreamRef }) => upstreamRef ?? ""),
      ...Map.groupBy(given, ({ refType, refNo }) => `${refType} ${refNo}`),
    ]),
    // A line that is matched again keeps its own record.
    taken: new Set(
      held.filter(({ id }) => !own.has(id)).map(({ ourRefType, ourRefId }) => `${ourRefType} ${ourRefId}`),
    ),
    orders: new Map(orders.map((order) => [order.orderNo, order])),
    ...(await ofWholeFile(ctx.db, refOfBatch(batch))),
  };
}

const candidatesFor = (item: ReconItemRow, { records }: KnownRecords): readonly OurRecord[] => {
  if (taking.includes(item.type)) return records.get(item.upstreamRef) ?? [];
  const refType = refunding[item.type];
  return refType ? (records.get(`${refType} ${item.merchantRef}`) ?? []) : [];
};

/** Whether cost was booked for a line against another record than it would match now: then it stays unchanged. */
const isBookedElsewhere = ({ item, change }: MatchedLine): boolean =>
  item.truedAmount !== "0" && item.ourRefId !== (change.ourRefId ?? null);

/** Judges one line; a record that it takes is not available to others. */
function judgeItem(item: ReconItemRow, known: KnownRecords, tolerance: Bounds, batch: ReconBatchRow): MatchedLine {
  const line = matchableLine(item);
  const ofAccount = { ourMerchantId: null, ourRefType: "account", ourRefId: null } as const;
  if (item.type === "payout") {
    const isFirst = item.lineNo === known.payoutLineNo;
    const beyond = isFirst ? BigInt(batch.payoutAmount ?? batch.netAmount) - BigInt(batch.netAmount) : 0n;
    return { item, verdict: judgePayout(beyond), ours: undefined, change: ofAccount };
  }
  // Account fees are the account's cost; a reserve that a gateway withholds is still owed to us.
  const fees = item.type === "fee" ? { sum: known.fees, ceiling: tolerance.ceiling } : null;
  if (item.type === "fee" || item.type === "deposit_correction")
    return { item, verdict: judgeOfAccount(line, fees), ours: undefined, change: ofAccount };
  const candidates = candidatesFor(item, known);
  const free = candidates.filter((ours) => !known.taken.has(keyOf(ours)));
  const isSame = (ours: OurRecord) => ours.gross === item.grossAmount && ours.currency === item.lineCurrency;
  const isNamed = ({ upstreamRef }: OurRecord) => item.modificationRef !== "" && upstreamRef === item.modificationRef;
  const ours = free.find(isNamed) ?? free.find(isSame) ?? free[0];
  const order = known.orders.get(item.merchantRef);
  const named: ReconItemChange = { ...ofNobody, orderId: order?.id ?? null, orderNo: order?.orderNo ?? null };
  if (!ours) {
    const [before] = candidates;
    if (!before) return { item, verdict: unmatchedVerdict("missing_local", line), ours: undefined, change: named };
    return { item, verdict: unmatchedVerdict("duplicate", line), ours: undefined, change: ourSide(before) };
  }
  const verdict = judgeMatch(line, counterpartOf(ours), tolerance);
  // Of another currency than the file's settlement: this file cannot settle it.
  if (ours.currency !== item.currency) return { item, verdict, ours: undefined, change: named };
  known.taken.add(keyOf(ours));
  // Less the cost booked for it by an earlier verdict.
  const trueUp = verdict.trueUp - BigInt(item.truedAmount);
  return { item, verdict: { ...verdict, trueUp }, ours, change: ourSide(ours) };
}

const ofNobody: ReconItemChange = {
  ourMerchantId: null,
  ourRefType: null,
  ourRefId: null,
  ourRefNo: null,
  ourCurrency: null,
  ourGrossAmount: null,
  ourFeeAmount: null,
  ourTime: null,
};

const costOf = ({ item, verdict: { trueUp }, ours }: MatchedLine): LinePost | undefined => {
  if (trueUp === 0n) return undefined;
  const ended = resolvedLine({ ...item, ourMerchantId: ours?.merchantId ?? null, difference: String(-trueUp) });
  return {
    item: { ...item, orderId: ours?.orderId ?? null },
    entry: trueUpOf(ended),
    description: item.upstreamRef || item.type,
    captureId: ours?.refType === "capture" ? ours.id : undefined,
  };
};

/** Resolves missing-record lines whose record appears in a later file, and reverses suspense or write-off. */
export async function endLacking(
  ctx: Context,
  { merchantId, reconNo }: Pick<ReconBatchRow, "merchantId" | "reconNo">,
  arrived: readonly { readonly ours: OurRecord; readonly lineNo: number | null }[],
): Promise<LinePost[]> {
  const lines = new Map(arrived.map(({ ours, lineNo }) => [keyOf(ours), lineNo]));
  const posts: LinePost[] = [];
  const ids = arrived.map(({ ours: { id } }) => id);
  for (const item of await missingItems(ctx.db, merchantId, [...new Set(ids)])) {
    const line = lines.get(`${item.ourRefType} ${item.ourRefId}`);
    if (line === undefined) continue;
    const batch = await lockBatchByRef(ctx, { merchantId, batchId: item.batchId });
    if (item.suspenseAmount !== "0")
      posts.push({ item, entry: entryOfCause(resolvedLine(item), "receivable"), description: item.merchantRef });
    if (item.status === "resolved")
      for (const { account, amount } of await suspenseClearedTo(ctx.db, item)) {
        const entry = entryOfReturn(resolvedLine(item), account, fromWire(amount, item.currency));
        posts.push({ item, entry, description: item.merchantRef });
      }
    const values = { reconNo, line };
    await updateItem(ctx, item, {
      status: "resolved",
      resolution: "arrived",
      suspenseAmount: "0",
      remark: fill(reconItemMessages[defaultLocale].text?.arrived ?? "", values),
      resolveUserName: null,
      resolveTime: ctx.now.toISOString(),
    });
    if (batch) await recomputeBatchTotals(ctx, batch);
  }
  return posts;
}

/** Recomputes a file's totals from its lines, and whether any are open. */
export async function recomputeBatchTotals(ctx: Context, batch: ReconBatchRow): Promise<ReconBatchRow> {
  const { newCount, ...sums } = await sumsOfBatch(ctx, refOfBatch(batch));
  if (batch.status === "closed" || batch.status === "imported" || newCount > 0) return updateBatch(ctx, batch, sums);
  const action = sums.openCount > 0 ? "differ" : "balance";
  if (!allows(reconLifecycle, batch.status, action)) throw new Error(`${batch.reconNo} is ${batch.status}`);
  return updateBatch(ctx, batch, { ...sums, status: reconLifecycle.actions[action].to });
}

const isSameFinding = (item: ReconItemRow, { verdict, change }: MatchedLine): boolean =>
  item.matchStatus === verdict.matchStatus &&
  item.status === verdict.status &&
  item.difference === String(verdict.difference) &&
  item.ourRefId === (change.ourRefId ?? null);

/** Locks a file and the account's other open files, so that one round at a time matches an account's lines. */
export async function lockFile(ctx: Context, ref: ReconBatchRef): Promise<ReconBatchRow | undefined> {
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

const isNew = ({ status }: ReconItemRow): boolean => status === "new";

/**
 * Matches the next lines of a file, and books immediate cost. Answers the last line processed, null when there are
 * none.
 */
export async function matchSome(ctx: Context, ref: ReconBatchRef, round: MatchRound): Promise<number | null> {
  const batch = await lockFile(ctx, ref);
  if (!batch || batch.status === "closed") return null;
  const account = await readAccount(ctx, batch.gatewayAccountId);
  const items = await nextToMatch(ctx.db, ref, { ...round, limit: atOnce });
  const last = items.at(-1)?.lineNo ?? null;
  if (last === null) return null;
  const of = { gatewayAccountId: account.id, mode: batch.mode };
  const known = await readKnown(ctx, of, batch, items);
  const tolerance = await boundsOf(ctx, account, batch.currency);
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
  const changes = judged.map(({ item, verdict, change }) => ({
    item,
    values: {
      ...change,
      matchStatus: verdict.matchStatus,
      status: verdict.status,
      difference: String(verdict.difference),
      truedAmount: String(BigInt(item.truedAmount) + verdict.trueUp),
    },
  }));
  // A line releases its record before another takes it.
  for (const { item, values } of changes.filter(({ item }) => !isNew(item))) await updateItem(ctx, item, values);
  await updateNewItems(
    ctx,
    changes.filter(({ item }) => isNew(item)),
  );
  await queryGateway(
    ctx,
    judged.flatMap(({ verdict, ours }) => (ours && verdict.matchStatus === "status_mismatch" ? [ours] : [])),
  );
  return last;
}

/** Delay in seconds before a file is matched again, after the gateway was queried about differing statuses. */
const answeredSeconds = 900;

/** Ends a round: lists missing records, and recomputes the totals. */
export async function finishMatching(
  ctx: Context,
  ref: ReconBatchRef,
  isAgain: boolean,
): Promise<ReconBatchRow | undefined> {
  const batch = await lockFile(ctx, ref);
  if (batch?.status !== "matching") return batch;
  const account = await readAccount(ctx, batch.gatewayAccountId);
  await recordMissingItems(ctx, batch, account);
  // Differences without an answer by then are left to people.
  if (!isAgain && (await hasOpen(ctx.db, ref, "status_mismatch"))) {
    const data = { ...ref, isAgain: true };
    await ctx.enqueue({ queue: reconMatchQueue, data, startAfterSeconds: answeredSeconds });
  }
  return recomputeBatchTotals(ctx, batch);
}

/** Begins a round; undefined where the file is closed. */
export async function beginMatching(ctx: Context, ref: ReconBatchRef): Promise<ReconBatchRow | undefined> {
  const batch = await lockBatchByRef(ctx, ref);
  if (!batch || !allows(reconLifecycle, batch.status, "run")) return undefined;
  return batch.status === "matching" ? batch : updateBatch(ctx, batch, { status: "matching" });
}
