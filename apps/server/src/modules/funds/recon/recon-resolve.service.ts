import { type ReconItemAction, reconItemLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { ReconItemStatus } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import {
  bearsCost,
  endsByTwo,
  mayBeCost,
  type ReconPlan,
  reconItem,
} from "@countinghouse/contract/funds/recon/recon-item.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockAsked, merchantNames, resolutionStamp } from "./line-ending.service.ts";
import { type DifferenceResolution, entryOfCause, entryOfResolution, trueUpOf } from "./recon.postings.ts";
import { lockBatch, type ReconAccount, type ReconBatchRow, readAccount } from "./recon.store.ts";
import { bookLines, captureOf, type LinePost, resolvedLine, withPassedOn } from "./recon-booking.service.ts";
import { boundsOf, tolerancesOf } from "./recon-bounds.service.ts";
import { nearRecords, ourRecord } from "./recon-counterpart.store.ts";
import {
  findItem,
  itemsInReach,
  type ReconItemChange,
  type ReconItemRow,
  resolvedAloneTotal,
  takenRecords,
  updateItem,
} from "./recon-item.store.ts";
import { judgeMatch } from "./recon-match.policy.ts";
import { endLacking, lockFile, recomputeBatchTotals } from "./recon-match.service.ts";
import { giveBack, givenBack, planGivingBack, refundOfLine } from "./recon-merchant.service.ts";
import { counterpartOf, matchableLine, ourSide } from "./recon-our-side.service.ts";

type Operations = typeof reconItem.operations;
type DifferenceCause = InputOf<Operations["settle"]>["cause"];
type Asked = InputOf<Operations["resolve"]>["items"];
/** Ways in which users resolve a line; "merchant" also from suspense. */
type ResolutionCommand = DifferenceResolution | DifferenceCause;

const steps: Readonly<Record<ResolutionCommand, ReconItemAction>> = {
  adjust_cost: "adjustCost",
  ignore_within_tolerance: "accept",
  claim: "claim",
  suspense: "suspend",
  gateway_fee: "settle",
  dispute_loss: "settle",
  receivable: "reclaim",
  merchant: "giveBack",
};
const isCause = (deed: ResolutionCommand): deed is Exclude<DifferenceCause, "merchant"> =>
  ["settle", "reclaim"].includes(steps[deed]);
const stepOf = ({ status }: ReconItemRow, deed: ResolutionCommand): ReconItemAction =>
  deed === "merchant" && status === "suspended" ? "settle" : steps[deed];

const lineOf = ({ lineNo, merchantRef }: ReconItemRow): string => (lineNo === null ? merchantRef : String(lineNo));

function invalidStep(ctx: Context, item: ReconItemRow): Error {
  const status = ReconItemStatus.memberOf(item.status)?.text[ctx.request.locale] ?? item.status;
  return refuse("reconItem.invalidTransition", { line: lineOf(item), status });
}

function assertStep(ctx: Context, item: ReconItemRow, action: ReconItemAction): void {
  if (!allows(reconItemLifecycle, item.status, action)) throw invalidStep(ctx, item);
}

/** Refuses a resolution that the line does not allow. */
function assertFits(ctx: Context, item: ReconItemRow, deed: ResolutionCommand, account: ReconAccount): void {
  assertStep(ctx, item, stepOf(item, deed));
  if (deed === "merchant") refundOfLine(item);
  const line = lineOf(item);
  const isNothing = item.difference === "0";
  if (isNothing && (deed === "adjust_cost" || deed === "suspense")) throw refuse("reconItem.nothingToBook", { line });
  const costing = { ...item, netCurrency: item.foreignCurrency ?? item.currency };
  const hasCost = mayBeCost(costing);
  if (deed === "adjust_cost" && !bearsCost(costing)) throw refuse("reconItem.noCounterpart", { line });
  const { amount } = tolerancesOf(account, item.currency);
  const difference = fromWire(item.difference, item.currency);
  const size = difference.amountMinor < 0n ? -difference.amountMinor : difference.amountMinor;
  if (deed === "ignore_within_tolerance" && (size > amount || (!isNothing && !hasCost))) {
    const shown = (minor: bigint) =>
      formatMoney({ ...difference, amountMinor: minor }, { language: ctx.request.locale });
    throw refuse("reconItem.exceedsTolerance", {
      line,
      difference: shown(difference.amountMinor),
      tolerance: shown(amount),
    });
  }
}

const entryOf = (item: ReconItemRow, deed: Exclude<ResolutionCommand, "merchant">): Entry | null =>
  isCause(deed) ? entryOfCause(resolvedLine(item), deed) : entryOfResolution(resolvedLine(item), deed);

/** The line's values after a resolution. */
function changeOf(item: ReconItemRow, deed: ResolutionCommand): ReconItemChange {
  if (deed === "merchant") return givenBack(item);
  const status = reconItemLifecycle.actions[steps[deed]].to;
  const shortfall = String(-BigInt(item.difference));
  if (isCause(deed))
    return {
      status,
      suspenseAmount: "0",
      ...(deed === "receivable" ? { resolution: "claim" } : {}),
    };
  if (deed === "suspense") return { status, resolution: deed, suspenseAmount: shortfall };
  const isBooked = deed !== "claim" && item.difference !== "0";
  const truedAmount = String(BigInt(item.truedAmount) + BigInt(shortfall));
  return { status, resolution: deed, ...(isBooked ? { truedAmount } : {}) };
}

/** Refuses lines of different files, currencies or causes: one command is one decision. */
function assertAlike(items: readonly ReconItemRow[]): void {
  const kinds = new Set(items.map((item) => `${item.batchId} ${item.currency} ${item.matchStatus}`));
  if (kinds.size > 1) throw refuse("reconItem.mixed");
}

const descriptionOf = (batch: ReconBatchRow, item: ReconItemRow): string =>
  [batch.reconNo, item.lineNo ?? "", item.orderNo ?? item.upstreamRef].filter((text) => text !== "").join(" ");

const postsOf = (
  batch: ReconBatchRow,
  items: readonly ReconItemRow[],
  deed: Exclude<ResolutionCommand, "merchant">,
): LinePost[] =>
  items.flatMap((item) => {
    const entry = entryOf(item, deed);
    const captureId = entry?.event === "J61" ? captureOf(item) : undefined;
    return entry ? [{ item, entry, description: descriptionOf(batch, item), captureId }] : [];
  });

async function plannedPosts(
  ctx: Context,
  batch: ReconBatchRow,
  items: readonly ReconItemRow[],
  deed: ResolutionCommand,
): Promise<LinePost[]> {
  if (deed !== "merchant") return postsOf(batch, items, deed);
  const posts: LinePost[] = [];
  for (const item of items) posts.push(...(await planGivingBack(ctx, item, descriptionOf(batch, item))));
  return posts;
}

/** Preview of a resolution: its entries, and the difference left. */
export async function planResolution(
  ctx: Context,
  { ids, resolution }: InputOf<Operations["plan"]>,
): Promise<ReconPlan> {
  const items = await itemsInReach(ctx, [...new Set(ids)]);
  const [first] = items;
  if (!first) throw notFound("reconItem", ids[0] ?? "");
  assertAlike(items);
  const account = await readAccount(ctx, first.gatewayAccountId);
  for (const item of items) assertFits(ctx, item, resolution, account);
  const batch = await ctx.db
    .selectFrom("reconBatches")
    .selectAll()
    .where("merchantId", "=", first.merchantId)
    .where("id", "=", first.batchId)
    .executeTakeFirstOrThrow();
  const posts = await withPassedOn(ctx, await plannedPosts(ctx, batch, items, resolution));
  const names = await merchantNames(
    ctx,
    posts.map(({ entry }) => entry),
  );
  const before = await endedBefore(ctx, items);
  const wasOpen = items.filter(({ status }) => status === "open");
  const sumOf = (rows: readonly ReconItemRow[]) =>
    rows.reduce((total, { difference }) => total + BigInt(difference), 0n);
  const open = BigInt(batch.openAmount);
  return {
    count: items.length,
    currency: first.currency,
    amount: String(sumOf(items)),
    openBefore: String(open),
    openAfter: String(open - sumOf(wasOpen)),
    openCountAfter: batch.openCount - wasOpen.length,
    postings: posts.flatMap(({ entry: { event, merchantId, postings } }) =>
      postings.map(({ debit, credit, amount }) => ({
        event,
        merchantName: names.get(merchantId) ?? null,
        debitAccount: debit,
        creditAccount: credit,
        currency: amount.currency,
        amount: String(amount.amountMinor),
      })),
    ),
    takesTwo: endsByTwo(
      items.map((item) => ({
        table: "reconItems",
        before: { ...item },
        after: { ...item, ...before, ...changeOf(item, resolution) },
      })),
    ),
  };
}

async function assertGenuine(ctx: Context, items: readonly ReconItemRow[]): Promise<void> {
  for (const item of items)
    if (!(await ctx.seals.isGenuine(ctx.db, "reconItems", item)))
      throw refuse("reconItem.altered", { line: lineOf(item) });
}

const lockLines = (ctx: Context, asked: Asked) =>
  lockAsked<ReconItemRow, ReconBatchRow>(asked, {
    resource: reconItem,
    repeated: () => refuse("reconItem.repeated"),
    read: (ids) => itemsInReach(ctx, ids),
    lock: ({ batchId }) => lockBatch(ctx, batchId),
    assertAlike,
    assertGenuine: (items) => assertGenuine(ctx, items),
  });

/**
 * Period in milliseconds in which a user's own resolutions count towards the limit above which two people are needed.
 */
const countedMs = 86_400_000;

/** The caller's earlier own resolutions on an account. */
async function endedBefore(ctx: Context, items: readonly ReconItemRow[]): Promise<Pick<ReconItemRow, "endedBefore">> {
  const [first] = items;
  const { userId } = ctx.askedBy ?? ctx.actor;
  if (!first || userId <= 0) return { endedBefore: null };
  const since = new Date(ctx.now.getTime() - countedMs);
  const sum = await resolvedAloneTotal(ctx.db, first, { userId, since, but: items.map(({ id }) => id) });
  return { endedBefore: sum === 0n ? null : String(sum) };
}

const toldBy = (ctx: Context, reason: string): ReconItemChange => ({
  ...resolutionStamp(ctx, reason),
  secondUserId: ctx.askedBy ? ctx.actor.userId : null,
});

async function end(
  ctx: Context,
  asked: Asked,
  deed: ResolutionCommand,
  { reason, isSuspended }: { readonly reason: string; readonly isSuspended: boolean },
): Promise<{ count: number }> {
  ctx.recordReason(reason);
  const { file: batch, lines: items } = await lockLines(ctx, asked);
  // Permission to resolve open lines does not include clearing suspense.
  const other = items.find(({ status }) => (status === "suspended") !== isSuspended);
  if (deed === "merchant" && other) throw invalidStep(ctx, other);
  if (batch.status === "closed" && items.some(({ status }) => status === "open"))
    throw refuse("reconItem.batchClosed", { reconNo: batch.reconNo });
  const account = await readAccount(ctx, batch.gatewayAccountId);
  for (const item of items) assertFits(ctx, item, deed, account);
  if (deed === "merchant") await giveBack(ctx, items, (item) => descriptionOf(batch, item));
  else await bookLines(ctx, postsOf(batch, items, deed));
  const told = { ...toldBy(ctx, reason), ...(await endedBefore(ctx, items)) };
  for (const item of items) await updateItem(ctx, item, { ...told, ...changeOf(item, deed) });
  await recomputeBatchTotals(ctx, batch);
  return { count: items.length };
}

/** Resolves differences of one cause: books the entries, and stores who did it and why. */
export const resolveLines = (
  ctx: Context,
  { items, resolution, reason }: InputOf<Operations["resolve"]>,
): Promise<{ count: number }> => end(ctx, items, resolution, { reason, isSuspended: false });

/** Books amounts in suspense to the account of their cause. */
export const settleSuspense = (
  ctx: Context,
  { items, cause, reason }: InputOf<Operations["settle"]>,
): Promise<{ count: number }> => end(ctx, items, cause, { reason, isSuspended: true });

/** Our records that a line may refer to. */
export async function findCandidates(
  ctx: Context,
  { id }: InputOf<Operations["candidates"]>,
): Promise<ResultOf<Operations["candidates"]>> {
  const item = await findItem(ctx, id);
  const { gatewayAccountId, mode, currency, grossAmount: gross, lineNo, itemTime } = item;
  if (lineNo === null || itemTime === null) throw refuse("reconItem.notALine");
  const found = await nearRecords(ctx.db, { gatewayAccountId, mode }, { currency, gross, time: itemTime });
  const names = await merchantNames(ctx, found);
  return found.map((ours) => ({
    ourRefType: ours.refType,
    ourRefId: ours.id,
    ourRefNo: ours.refNo,
    merchantId: ours.merchantId,
    merchantName: names.get(ours.merchantId) ?? null,
    orderNo: ours.orderNo,
    currency: ours.currency,
    grossAmount: ours.gross,
    time: ours.toTime,
    cardLast4: ours.cardLast4,
  }));
}

/** Assigns a line to a record that a user chose. */
export async function rematchLine(
  ctx: Context,
  { id, version, ourRefType, ourRefId, reason }: InputOf<Operations["rematch"]>,
): Promise<ResultOf<Operations["rematch"]>> {
  ctx.recordReason(reason);
  const read = await findItem(ctx, id);
  if (read.lineNo === null) throw refuse("reconItem.notALine");
  const batch = await lockFile(ctx, { merchantId: read.merchantId, batchId: read.batchId });
  if (!batch) throw notFound("reconItem", id);
  const item = await findItem(ctx, id);
  // A closed file keeps its claims: fully matching one of them opens nothing.
  const isClosed = batch.status === "closed";
  if (isClosed && item.status !== "claimed") throw refuse("reconItem.batchClosed", { reconNo: batch.reconNo });
  assertFresh(reconItem, version, item.version);
  assertStep(ctx, item, "rematch");
  await assertGenuine(ctx, [item]);
  if (item.truedAmount !== "0") throw refuse("reconItem.costBooked", { line: lineOf(item) });
  const { gatewayAccountId, mode, merchantId } = item;
  const ours = await ourRecord(ctx.db, { gatewayAccountId, mode }, { refType: ourRefType, id: ourRefId });
  if (!ours || ours.currency !== item.currency) throw refuse("reconItem.counterpartUnknown");
  const [taken] = (await takenRecords(ctx.db, merchantId, [ours.id])).filter(
    (other) => other.id !== id && other.ourRefType === ours.refType,
  );
  if (taken) {
    const other = await lockBatch(ctx, taken.batchId);
    throw refuse("reconItem.counterpartTaken", { line: taken.lineNo ?? "", reconNo: other.reconNo });
  }
  const account = await readAccount(ctx, gatewayAccountId);
  const verdict = judgeMatch(matchableLine(item), counterpartOf(ours), await boundsOf(ctx, account, item.currency));
  if (isClosed && verdict.status !== "matched") throw refuse("reconItem.batchClosed", { reconNo: batch.reconNo });
  const posts = await endLacking(ctx, batch, [{ ours, lineNo: item.lineNo }]);
  if (verdict.trueUp !== 0n) {
    const ended = resolvedLine({ ...item, ourMerchantId: ours.merchantId, difference: String(-verdict.trueUp) });
    posts.push({
      item: { ...item, orderId: ours.orderId },
      entry: trueUpOf(ended),
      description: descriptionOf(batch, item),
      captureId: ours.refType === "capture" ? ours.id : undefined,
    });
  }
  await bookLines(ctx, posts);
  const isMatched = verdict.status === "matched";
  const { status } = await updateItem(ctx, item, {
    ...ourSide(ours),
    ...(isMatched ? { ...toldBy(ctx, reason), resolution: "rematch" as const } : {}),
    matchStatus: isMatched ? "manual" : verdict.matchStatus,
    status: reconItemLifecycle.actions[isMatched ? "rematch" : "rematchOpen"].to,
    difference: String(verdict.difference),
    truedAmount: String(BigInt(item.truedAmount) + verdict.trueUp),
  });
  // This may have resolved a missing-record line, whose file was computed already.
  await recomputeBatchTotals(ctx, await lockBatch(ctx, batch.id));
  return { status };
}
