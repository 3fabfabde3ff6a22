import { DepositStatus } from "@countinghouse/contract/funds/mer-deposit/deposit-enumerations.ts";
import { merDepositMessages } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.messages.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { depositToppedUp, depositTransferred, reserveReleased } from "@countinghouse/ledger/settlement.postings.ts";
import { isBusinessDay, onBusinessDay } from "@countinghouse/money/business-calendar.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { exceeds, larger, type Money, money, subtract, zero } from "@countinghouse/money/money.ts";
import { daysBetween, type PlainDate } from "@countinghouse/money/plain-date.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findMerchant } from "../../merchants/merchant/index.ts";
import { termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { lockedBalances, postEntries } from "../ledger/index.ts";
import { isOurAccount } from "../payout-account/index.ts";
import { publishDepositEvent } from "./deposit-object.service.ts";
import { closingRelease, type DepositStep, stateAfter } from "./mer-deposit.policy.ts";
import {
  type DepositBook,
  type DepositRow,
  findDeposit,
  heldAmount,
  insertDeposit,
  lockDeposit,
  tenantOf,
  updateDeposit,
} from "./mer-deposit.store.ts";

type Operations = typeof merDeposit.operations;
type Named = Pick<DepositRow, "merchantId" | "id" | "mode">;

/** The day in UTC, the zone of the platform's jobs and numbers. */
export const platformToday = ({ now }: Pick<Context, "now">): PlainDate => now.toISOString().slice(0, 10);

const shown = (ctx: Context, amount: Money): string => formatMoney(amount, { language: ctx.request.locale });

/** The terms of this very currency; those of another currency do not apply. */
export async function ownTerms(ctx: Context, { merchantId, currency }: Pick<DepositBook, "merchantId" | "currency">) {
  const terms = await termsInForce(ctx, { merchantId, currency, at: ctx.now });
  return terms?.settlementCurrency === currency ? terms : undefined;
}

/** The merchant's calendars in a currency; none without terms. */
const calendarsIn = async (ctx: Context, place: Pick<DepositBook, "merchantId" | "currency">) =>
  (await ownTerms(ctx, place))?.calendars ?? [];

/** A batch's reserve to hold. */
export interface WithheldReserve extends DepositBook {
  readonly batchId: string;
  readonly batchNo: string;
  /** In millionths, by the terms when the batch was closed. */
  readonly ratio: number;
  readonly amount: Money;
  /** Date of the hold: the batch's value date; today by default. */
  readonly holdDate?: PlainDate;
  readonly releaseDate: PlainDate;
  /** The J30 journal of the same transaction. */
  readonly journalId: string;
}

/** Adds the hold for a batch's reserve, in the transaction that books the batch. */
export async function holdReserve(
  ctx: Context,
  { merchantId, book, currency, batchId, batchNo, ratio, amount, releaseDate, journalId, ...told }: WithheldReserve,
): Promise<DepositRow> {
  const holdDate = told.holdDate ?? platformToday(ctx);
  const row = await insertDeposit(
    ctx,
    {
      merchantId,
      ...namesOf(ctx),
      mode: book,
      currency,
      type: "rolling",
      source: "settlement_withheld",
      settlementBatchId: batchId,
      settlementBatchNo: batchNo,
      ratio,
      amount: toWire(amount),
      remainAmount: toWire(amount),
      holdDays: daysBetween(holdDate, releaseDate),
      holdDate,
      releaseDate,
      status: "held",
    },
    { kind: "held", amount: toWire(amount), journalId },
  );
  await publishDepositEvent(ctx, row, "deposit.held");
  return row;
}

const namesOf = ({ now }: Context) => ({
  id: newId("mdp", now),
  depositNo: businessNumber("MD", now),
  createTime: now.toISOString(),
});

/** A merchant's total held reserve in a currency, for comparison with its cap. */
export const heldReserve = async (ctx: Pick<Context, "db">, place: DepositBook): Promise<Money> =>
  money(await heldAmount(ctx, place), place.currency);

/** Books a movement of holds, and answers the journal. */
export async function bookMove(
  ctx: Context,
  { merchantId, book }: Pick<DepositBook, "merchantId" | "book">,
  { entry, eventId, part, description }: { entry: Entry; eventId: string; part?: string; description: string },
): Promise<string> {
  const [posted] = await postEntries(ctx, {
    merchantId,
    book,
    entries: [entry],
    eventId,
    ...(part === undefined ? {} : { part }),
    orderId: null,
    effectiveDate: platformToday(ctx),
    description,
    requireCover: entry.event === "J34" ? ["available"] : [],
  });
  if (!posted) throw new Error(`${entry.event} of ${eventId} was booked before`);
  return posted.journalId;
}

/** Locks the book and then the hold, in the common lock order; refuses a hold whose seal does not match. */
export async function lockHold(ctx: Context, { merchantId, id, mode }: Named): Promise<DepositRow> {
  await lockedBalances(ctx, { merchantId, book: mode });
  const row = await lockDeposit(ctx, { merchantId, id });
  if (!(await ctx.seals.isGenuine(ctx.db, "merDeposits", row))) throw refuse("merDeposit.altered");
  return row;
}

/** The status after a step; refuses one that the hold does not allow. */
export function assertStep(ctx: Context, row: DepositRow, step: DepositStep, taken?: bigint): DepositRow["status"] {
  const standing = { status: row.status, amount: BigInt(row.amount), remain: BigInt(row.remainAmount) };
  const next = stateAfter(standing, step, taken);
  const status = DepositStatus.memberOf(row.status)?.text[ctx.request.locale] ?? row.status;
  if (!next) throw refuse("merDeposit.invalidTransition", { status });
  return next;
}

async function lockRead(ctx: Context, id: string, version: number): Promise<DepositRow> {
  const row = await lockHold(ctx, await findDeposit(ctx, id));
  assertFresh(merDeposit, version, row.version);
  return row;
}

/** Refuses to exceed the agreed fixed deposit. */
async function assertWithinTarget(ctx: Context, place: DepositBook, amount: Money): Promise<void> {
  const target = (await ownTerms(ctx, place))?.fixedDepositTarget ?? zero(place.currency);
  const held = money(await heldAmount(ctx, place, "fixed"), place.currency);
  const left = larger(subtract(target, held), zero(place.currency));
  if (exceeds(amount, left))
    throw refuse("merDeposit.aboveTarget", { target: shown(ctx, target), left: shown(ctx, left) });
}

/** Refuses incoming money on an account that is not a verified one of ours. */
async function assertOurs(ctx: Context, place: DepositBook, id: string | null): Promise<void> {
  if (id === null) throw refuse("merDeposit.bankAccountNeeded");
  const { merchantId, book: mode, currency } = place;
  const tenantId = await tenantOf(ctx, merchantId);
  if (!(await isOurAccount(ctx, { id, tenantId, mode, currency }))) throw refuse("merDeposit.bankAccountUnfit");
}

export async function addDeposit(
  ctx: Context,
  input: InputOf<Operations["add"]>,
): Promise<ResultOf<Operations["add"]>> {
  const { merchantId, mode: book, currency, source, reason, bankAccount = null } = input;
  await findMerchant(ctx, merchantId);
  const place = { merchantId, book, currency };
  const amount = fromWire(input.amount, currency);
  ctx.recordReason(reason);
  await lockedBalances(ctx, place);
  const isPaidIn = source === "merchant_topup";
  if (isPaidIn) await assertOurs(ctx, place, bankAccount);
  if (!isPaidIn) await assertWithinTarget(ctx, place, amount);
  const holdDate = platformToday(ctx);
  const asked = input.releaseDate ?? null;
  if (asked !== null && asked <= holdDate) throw refuse("merDeposit.dateNotLater", { date: holdDate });
  const releaseDate = asked === null ? null : onBusinessDay(asked, await calendarsIn(ctx, place));
  const names = namesOf(ctx);
  const entry = isPaidIn
    ? depositToppedUp({ merchantId, amount, payoutAccountId: bankAccount as string })
    : depositTransferred({ merchantId, amount });
  const journalId = await bookMove(ctx, place, { entry, eventId: names.id, description: names.depositNo });
  const row = await insertDeposit(
    ctx,
    {
      merchantId,
      ...names,
      mode: book,
      currency,
      type: "fixed",
      source,
      settlementBatchId: null,
      settlementBatchNo: null,
      ratio: null,
      bankAccount: isPaidIn ? bankAccount : null,
      reason,
      amount: toWire(amount),
      remainAmount: toWire(amount),
      holdDays: releaseDate === null ? null : daysBetween(holdDate, releaseDate),
      holdDate,
      releaseDate,
      status: "held",
    },
    { kind: "held", amount: toWire(amount), journalId, reason },
  );
  await publishDepositEvent(ctx, row, "deposit.held");
  return { id: row.id, depositNo: row.depositNo };
}

/** Releases part of a locked hold, or all that is left. */
async function giveBack(
  ctx: Context,
  row: DepositRow,
  { amount, part, reason }: { amount: bigint; part: string; reason: string },
): Promise<void> {
  const status = assertStep(ctx, row, "release", amount);
  const { merchantId, mode: book, currency, id: eventId, depositNo: description } = row;
  const entry = reserveReleased({ merchantId, amount: money(amount, currency) });
  const journalId = await bookMove(ctx, { merchantId, book }, { entry, eventId, part, description });
  const after = await updateDeposit(
    ctx,
    row,
    {
      status,
      releasedAmount: String(BigInt(row.releasedAmount) + amount),
      remainAmount: String(BigInt(row.remainAmount) - amount),
    },
    { kind: "released", amount: String(amount), journalId, reason },
  );
  await publishDepositEvent(ctx, after, "deposit.released", row);
}

export async function releaseEarly(
  ctx: Context,
  { id, version, amount, reason }: InputOf<Operations["release"]>,
): Promise<null> {
  ctx.recordReason(reason);
  const row = await lockRead(ctx, id, version);
  const left = BigInt(row.remainAmount);
  const asked = amount ? BigInt(amount) : left;
  // A hold that allows no release is refused with that reason, whatever the amount.
  assertStep(ctx, row, "release", asked);
  if (asked > left) throw refuse("merDeposit.exceedsRemaining", { remaining: shown(ctx, money(left, row.currency)) });
  await giveBack(ctx, row, { amount: asked, part: `v${row.version}`, reason });
  return null;
}

/**
 * Releases the remainder of a due hold, if today is a business day of its merchant; undefined where it was frozen,
 * moved or emptied meanwhile.
 */
export async function releaseDue(ctx: Context, named: Pick<DepositRow, "merchantId" | "id">): Promise<void> {
  const read = await findDeposit(ctx, named.id);
  const row = await lockHold(ctx, read);
  const day = platformToday(ctx);
  const isDue = row.releaseDate !== null && row.releaseDate <= day;
  if (!isDue || row.status === "frozen" || BigInt(row.remainAmount) === 0n) return;
  if (!isBusinessDay(day, await calendarsIn(ctx, row))) return;
  const reason = merDepositMessages[ctx.request.locale].text.due;
  await giveBack(ctx, row, { amount: BigInt(row.remainAmount), part: "due", reason });
}

export async function freezeHold(ctx: Context, { id, version, reason }: InputOf<Operations["freeze"]>): Promise<null> {
  ctx.recordReason(reason);
  const row = await lockRead(ctx, id, version);
  const status = assertStep(ctx, row, "freeze");
  await updateDeposit(ctx, row, { status, freezeReason: reason }, { kind: "frozen", reason });
  return null;
}

export async function unfreezeHold(
  ctx: Context,
  { id, version, reason }: InputOf<Operations["unfreeze"]>,
): Promise<null> {
  ctx.recordReason(reason);
  const row = await lockRead(ctx, id, version);
  const status = assertStep(ctx, row, "unfreeze");
  await updateDeposit(ctx, row, { status, freezeReason: null }, { kind: "unfrozen", reason });
  return null;
}

async function moveRelease(ctx: Context, row: DepositRow, toDate: PlainDate, reason: string): Promise<void> {
  const move = { kind: "extended", fromDate: row.releaseDate, toDate, reason } as const;
  const after = await updateDeposit(ctx, row, { releaseDate: toDate }, move);
  await publishDepositEvent(ctx, after, "deposit.extended", row);
}

export async function extendHold(
  ctx: Context,
  { id, version, releaseDate, reason }: InputOf<Operations["extend"]>,
): Promise<null> {
  ctx.recordReason(reason);
  const row = await lockRead(ctx, id, version);
  assertStep(ctx, row, "extend");
  const earliest = row.releaseDate ?? platformToday(ctx);
  const moved = onBusinessDay(releaseDate, await calendarsIn(ctx, row));
  if (moved <= earliest) throw refuse("merDeposit.dateNotLater", { date: earliest });
  await moveRelease(ctx, row, moved, reason);
  return null;
}

/** Extends a closing merchant's hold to half a year after closing began, frozen ones too. */
export async function extendForClosing(
  ctx: Context,
  { id, closedOn }: { readonly id: string; readonly closedOn: PlainDate },
): Promise<void> {
  const row = await lockHold(ctx, await findDeposit(ctx, id));
  const moved = closingRelease(row.releaseDate, closedOn, await calendarsIn(ctx, row));
  if (BigInt(row.remainAmount) === 0n || moved === row.releaseDate) return;
  await moveRelease(ctx, row, moved, merDepositMessages[ctx.request.locale].text.closing);
}
