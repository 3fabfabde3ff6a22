import { type ReconItemAction, reconItemLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { ReconItemStatus } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { aboveLimit, type ReconPlan, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type Ending, entryOfCause, entryOfEnding, trueUpOf } from "./recon.postings.ts";
import { type BatchRow, lockBatch, type ReconAccount, readAccount } from "./recon.store.ts";
import { bookLines, endedLine, type LinePost } from "./recon-booking.service.ts";
import { nearRecords, ourRecord } from "./recon-counterpart.store.ts";
import { findItem, type ItemChange, type ItemRow, itemsInReach, takenRecords, updateItem } from "./recon-item.store.ts";
import { judge } from "./recon-match.policy.ts";
import { endLacking, lockFile, recount, tolerancesOf } from "./recon-match.service.ts";
import { counterpartOf, judgedLine, ourSide } from "./recon-our-side.service.ts";

type Operations = typeof reconItem.operations;
type Cause = InputOf<Operations["settle"]>["cause"];
/** Everything by which people end a line. */
type Deed = Ending | Cause;

const steps: Readonly<Record<Deed, ReconItemAction>> = {
  adjust_cost: "adjustCost",
  ignore_within_tolerance: "accept",
  claim: "claim",
  suspense: "suspend",
  gateway_fee: "settle",
  dispute_loss: "settle",
  receivable: "reclaim",
};
const isCause = (deed: Deed): deed is Cause => ["settle", "reclaim"].includes(steps[deed]);

/** Types of lines that are about the account itself: what they take is cost, whoever's. */
const ofAccount: readonly ItemRow["type"][] = ["fee", "invoice_deduction", "manual_correction"];

const lineOf = ({ lineNo, merchantRef }: ItemRow): string => (lineNo === null ? merchantRef : String(lineNo));

function assertStep(ctx: Context, item: ItemRow, action: ReconItemAction): void {
  if (allows(reconItemLifecycle, item.status, action)) return;
  const status = ReconItemStatus.memberOf(item.status)?.text[ctx.request.locale] ?? item.status;
  throw refuse("reconItem.invalidTransition", { line: lineOf(item), status });
}

/** Refuses a deed that a line does not bear. */
function assertFits(ctx: Context, item: ItemRow, deed: Deed, account: ReconAccount): void {
  assertStep(ctx, item, steps[deed]);
  const line = lineOf(item);
  const isNothing = item.difference === "0";
  if (isNothing && (deed === "adjust_cost" || deed === "suspense")) throw refuse("reconItem.nothingToBook", { line });
  const hasCost = item.lineNo !== null && (item.ourRefType !== null || ofAccount.includes(item.type));
  if (
    deed === "adjust_cost" &&
    (!hasCost || item.matchStatus === "duplicate" || item.matchStatus === "status_mismatch")
  )
    throw refuse("reconItem.noCounterpart", { line });
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

const entryOf = (item: ItemRow, deed: Deed): Entry | null =>
  isCause(deed) ? entryOfCause(endedLine(item), deed) : entryOfEnding(endedLine(item), deed);

/** What a deed leaves its line with. */
function changeOf(item: ItemRow, deed: Deed): ItemChange {
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

/** Refuses lines of several files, currencies or causes: what is done at once is one decision. */
function assertAlike(items: readonly ItemRow[]): void {
  const kinds = new Set(items.map((item) => `${item.batchId} ${item.currency} ${item.matchStatus}`));
  if (kinds.size > 1) throw refuse("reconItem.mixed");
}

const descriptionOf = (batch: BatchRow, item: ItemRow): string =>
  [batch.reconNo, item.lineNo ?? "", item.orderNo ?? item.upstreamRef].filter((text) => text !== "").join(" ");

const postsOf = (batch: BatchRow, items: readonly ItemRow[], deed: Deed): LinePost[] =>
  items.flatMap((item) => {
    const entry = entryOf(item, deed);
    return entry ? [{ item, entry, description: descriptionOf(batch, item) }] : [];
  });

/** What a deed would book, and what it leaves to explain. */
export async function planEnding(ctx: Context, { ids, resolution }: InputOf<Operations["plan"]>): Promise<ReconPlan> {
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
  const posts = postsOf(batch, items, resolution);
  const names = await merchantNames(ctx, posts);
  const wasOpen = items.filter(({ status }) => status === "open");
  const sumOf = (rows: readonly ItemRow[]) => rows.reduce((total, { difference }) => total + BigInt(difference), 0n);
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
    takesTwo: aboveLimit(
      items.map((item) => ({
        table: "reconItems",
        before: { ...item },
        after: { ...item, status: reconItemLifecycle.actions[steps[resolution]].to },
      })),
    ),
  };
}

async function merchantNames({ db }: Context, posts: readonly LinePost[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(posts.map(({ entry: { merchantId } }) => merchantId))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("merchants").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function assertGenuine(ctx: Context, items: readonly ItemRow[]): Promise<void> {
  for (const item of items)
    if (!(await ctx.seals.isGenuine(ctx.db, "reconItems", item)))
      throw refuse("reconItem.altered", { line: lineOf(item) });
}

/** Reads lines that are to be ended, their file locked; refuses what changed since it was read. */
async function lockLines(
  ctx: Context,
  asked: readonly { readonly id: string; readonly version: number }[],
): Promise<{ batch: BatchRow; items: ItemRow[] }> {
  const versions = new Map(asked.map(({ id, version }) => [id, version]));
  if (versions.size < asked.length) throw refuse("reconItem.repeated");
  const read = await itemsInReach(ctx, [...versions.keys()]);
  const [first] = read;
  const unknown = asked.find(({ id }) => !read.some((item) => item.id === id));
  if (!first || unknown) throw notFound("reconItem", unknown?.id ?? "");
  assertAlike(read);
  const batch = await lockBatch(ctx, first.batchId);
  const items = await itemsInReach(ctx, [...versions.keys()]);
  for (const { id, version } of items) assertFresh(reconItem, versions.get(id), version);
  await assertGenuine(ctx, items);
  return { batch, items };
}

const endedBy = (ctx: Context, reason: string): ItemChange => {
  const { userId, realName } = ctx.askedBy ?? ctx.actor;
  return {
    remark: reason,
    resolveUserId: userId || null,
    resolveUserName: realName || null,
    resolveTime: ctx.now.toISOString(),
  };
};

async function end(
  ctx: Context,
  asked: Parameters<typeof lockLines>[1],
  deed: Deed,
  reason: string,
): Promise<{ count: number }> {
  ctx.recordReason(reason);
  const { batch, items } = await lockLines(ctx, asked);
  if (batch.status === "closed" && items.some(({ status }) => status === "open"))
    throw refuse("reconItem.batchClosed", { reconNo: batch.reconNo });
  const account = await readAccount(ctx, batch.gatewayAccountId);
  for (const item of items) assertFits(ctx, item, deed, account);
  await bookLines(ctx, postsOf(batch, items, deed));
  const told = endedBy(ctx, reason);
  for (const item of items) await updateItem(ctx, item, { ...told, ...changeOf(item, deed) });
  await recount(ctx, batch);
  return { count: items.length };
}

/** Ends differences of one cause: books what that takes, and keeps who did it and why. */
export const resolveLines = (
  ctx: Context,
  { items, resolution, reason }: InputOf<Operations["resolve"]>,
): Promise<{ count: number }> => end(ctx, items, resolution, reason);

/** Books what stands in suspense to the account of its cause. */
export const settleSuspense = (
  ctx: Context,
  { items, cause, reason }: InputOf<Operations["settle"]>,
): Promise<{ count: number }> => end(ctx, items, cause, reason);

/** Records of ours that a line may mean. */
export async function findCandidates(
  ctx: Context,
  { id }: InputOf<Operations["candidates"]>,
): Promise<ResultOf<Operations["candidates"]>> {
  const item = await findItem(ctx, id);
  const { gatewayAccountId, mode, currency, grossAmount: gross, lineNo, itemTime } = item;
  if (lineNo === null || itemTime === null) throw refuse("reconItem.notALine");
  const found = await nearRecords(ctx.db, { gatewayAccountId, mode }, { currency, gross, time: itemTime });
  const ids = [...new Set(found.map(({ merchantId }) => merchantId))];
  const names = new Map(
    ids.length === 0
      ? []
      : (await ctx.db.selectFrom("merchants").select(["id", "name"]).where("id", "in", ids).execute()).map(
          ({ id: merchantId, name }) => [merchantId, name] as const,
        ),
  );
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

/** Lets a line stand against a record that somebody found. */
export async function rematchLine(
  ctx: Context,
  { id, version, ourRefType, ourRefId, reason }: InputOf<Operations["rematch"]>,
): Promise<ResultOf<Operations["rematch"]>> {
  ctx.recordReason(reason);
  const read = await findItem(ctx, id);
  if (read.lineNo === null) throw refuse("reconItem.notALine");
  const batch = await lockFile(ctx, { merchantId: read.merchantId, batchId: read.batchId });
  if (!batch) throw notFound("reconItem", id);
  if (batch.status === "closed") throw refuse("reconItem.batchClosed", { reconNo: batch.reconNo });
  const item = await findItem(ctx, id);
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
  const verdict = judge(judgedLine(item), counterpartOf(ours), tolerancesOf(account, item.currency));
  const posts = await endLacking(ctx, batch, [{ ours, lineNo: item.lineNo }]);
  if (verdict.trueUp !== 0n) {
    const ended = endedLine({ ...item, ourMerchantId: ours.merchantId, difference: String(-verdict.trueUp) });
    posts.push({
      item: { ...item, orderId: ours.orderId },
      entry: trueUpOf(ended),
      description: descriptionOf(batch, item),
    });
  }
  await bookLines(ctx, posts);
  const isMatched = verdict.status === "matched";
  const { status } = await updateItem(ctx, item, {
    ...ourSide(ours),
    ...(isMatched ? { ...endedBy(ctx, reason), resolution: "rematch" as const } : {}),
    matchStatus: isMatched ? "manual" : verdict.matchStatus,
    status: reconItemLifecycle.actions[isMatched ? "rematch" : "rematchOpen"].to,
    difference: String(verdict.difference),
    truedAmount: String(BigInt(item.truedAmount) + verdict.trueUp),
  });
  // What the file lacked may have been ended by this, and the file reckoned already.
  await recount(ctx, await lockBatch(ctx, batch.id));
  return { status };
}
