import { createHash } from "node:crypto";
import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { Explanation, Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { Account } from "@countinghouse/ledger/account.ts";
import { balanceAdjusted } from "@countinghouse/ledger/reconciliation.postings.ts";
import { balanceFrozen, balanceUnfrozen } from "@countinghouse/ledger/settlement.postings.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { exceeds, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { findOwner, readSides, seqAt } from "./ledger.account.store.ts";
import { explainOf, pageMovements, statementsOf } from "./ledger.explain.service.ts";
import { holdEndPart } from "./ledger.post.policy.ts";
import { postEntries } from "./ledger.post.service.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import {
  bucketBalancesOf,
  provenText,
  withdrawableOf,
  withoutQualifier,
  wordsForMerchant,
  zeroBucketsOf,
} from "./merchant-balance.policy.ts";
import {
  type AdjustmentRow,
  addAdjustment,
  countPending,
  decideAdjustment,
  findBalance,
  holdOfEvent,
  listAdjustments,
  lockAdjustment,
  lockHold,
  openHolds,
} from "./merchant-balance.store.ts";
import { expectedSettlements } from "./settlement-line.list.store.ts";

type Operations = typeof merchantBalance.operations;

/** Permissions to request an adjustment. */
const asking = [permissionOf(merchantBalance.name, "adjust")];

interface PlacedHold {
  readonly merchantId: string;
  readonly mode: MerchantBook["book"];
  readonly currency: string;
}

const bookOf = ({ merchantId, mode }: PlacedHold): MerchantBook => ({ merchantId, book: mode });

/** The five accounts, or the requested one, of a merchant in reach or the house account. */
async function bucketsInReach(ctx: Context, { merchantId, currency }: PlacedHold, bucket?: string): Promise<Account[]> {
  await findOwner(ctx, merchantId);
  return bucketBalancesOf(merchantId, currency).filter(({ kind }) => bucket === undefined || kind === bucket);
}

/** The terms of this very currency; those of another currency do not apply. */
async function ownTerms(ctx: Context, { merchantId, currency }: PlacedHold, asOf: string | undefined) {
  const terms = await termsInForce(ctx, { merchantId, currency, at: asOf ? new Date(asOf) : ctx.now });
  return terms?.settlementCurrency === currency ? terms : undefined;
}

export async function readBalance(
  ctx: Context,
  { asOf, ...place }: InputOf<Operations["detail"]>,
): Promise<ResultOf<Operations["detail"]>> {
  const merchant = await findOwner(ctx, place.merchantId);
  const of = bookOf(place);
  const row = (await findBalance(ctx, of, place.currency, asOf)) ?? zeroBucketsOf(merchant, place.mode, place.currency);
  const seq = asOf ? await seqAt(ctx, of, asOf) : Number.MAX_SAFE_INTEGER - 1;
  const codes = bucketBalancesOf(place.merchantId, place.currency).map(({ code }) => code);
  const [last] = codes.length > 0 ? await readSides(ctx, of, codes, { seq: seq + 1, line: 0, side: 1 }, 1) : [];
  const terms = await ownTerms(ctx, place, asOf);
  const lastJournalId = last?.journalId ?? null;
  return {
    ...row,
    withdrawableAmount: codes.length > 0 ? toWire(withdrawableOf(row, terms?.minRetained)) : "0",
    negativeLimit: terms ? toWire(terms.negativeBalanceLimit) : "0",
    asOf: asOf ?? null,
    lastJournalId,
    lastPostedAt: last?.postedAt ?? null,
    checksum: createHash("sha256").update(provenText(row, lastJournalId)).digest("hex"),
    pendingAdjustments: await countPending(ctx, of, place.currency),
  };
}

/** Hides the gateway or bank account of a movement, and the reason for a manual one, from merchants. */
function shownTo({ actor }: Context, item: Movement): Movement {
  if (!isOfMerchant(actor)) return item;
  const description = wordsForMerchant(item.event, item.description);
  return { ...item, counterpart: withoutQualifier(item.counterpart), description };
}

export async function listEntries(
  ctx: Context,
  { bucket, asOf, cursor, ...place }: InputOf<Operations["entries"]>,
): Promise<ResultOf<Operations["entries"]>> {
  const accounts = await bucketsInReach(ctx, place, bucket);
  if (accounts.length === 0) return { items: [], nextCursor: null };
  const page = await pageMovements(ctx, bookOf(place), accounts, { asOf, cursor });
  return { ...page, items: page.items.map((item) => shownTo(ctx, item)) };
}

export async function explainBucket(
  ctx: Context,
  { bucket, asOf, cursor, ...place }: InputOf<Operations["explain"]>,
): Promise<Explanation> {
  const [account] = await bucketsInReach(ctx, place, bucket);
  if (!account) throw notFound("merchantBalance", place.currency);
  const explanation = await explainOf(ctx, bookOf(place), account, { asOf, cursor });
  return { ...explanation, items: explanation.items.map((item) => shownTo(ctx, item)) };
}

export async function stateBuckets(
  ctx: Context,
  { from, to, ...place }: InputOf<Operations["statement"]>,
): Promise<ResultOf<Operations["statement"]>> {
  const accounts = await bucketsInReach(ctx, place);
  if (from >= to) throw refuse("merchantBalance.periodReversed");
  return accounts.length === 0 ? [] : statementsOf(ctx, bookOf(place), accounts, { from, to });
}

export async function listExpected(
  ctx: Context,
  place: InputOf<Operations["expected"]>,
): Promise<ResultOf<Operations["expected"]>> {
  await findOwner(ctx, place.merchantId);
  return expectedSettlements(ctx, bookOf(place), place.currency);
}

export async function listHolds(ctx: Context, place: InputOf<Operations["holds"]>) {
  await findOwner(ctx, place.merchantId);
  const holds = await openHolds(ctx, bookOf(place), place.currency);
  if (!isOfMerchant(ctx.actor)) return holds;
  return holds.map((hold) => ({ ...hold, reason: wordsForMerchant(hold.event, hold.reason) }));
}

export async function readAdjustments(ctx: Context, input: InputOf<Operations["adjustments"]>) {
  const { mode: book, ...rest } = input;
  return listAdjustments(ctx, { book, ...rest });
}

const today = ({ now }: Context): string => now.toISOString().slice(0, 10);

/** An amount in a supported currency; refuses any other. */
function amountIn(text: string, { currency }: PlacedHold): Money {
  if (bucketBalancesOf("m", currency).length > 0) return fromWire(text, currency);
  const fields = [{ field: "currency", message: "platform.referenceMissing" }];
  throw refuse("platform.referenceMissing", {}, { fields });
}

export async function askAdjustment(ctx: Context, input: InputOf<Operations["adjust"]>): Promise<{ id: string }> {
  await findOwner(ctx, input.merchantId);
  const amount = amountIn(input.amount, input);
  const { merchantId, mode: book, reason, evidence } = input;
  ctx.recordReason(reason);
  const row = await addAdjustment(ctx, {
    merchantId,
    book,
    currency: amount.currency,
    amount: toWire(amount),
    reason,
    evidence,
  });
  return { id: row.id };
}

/** A pending adjustment that another user requested. */
async function lockForDecision(
  ctx: Context,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  permissions: readonly string[],
): Promise<AdjustmentRow> {
  await findOwner(ctx, merchantId);
  const row = await lockAdjustment(ctx, merchantId, id);
  if (row.status !== "pending") throw refuse("merchantBalance.adjustmentDecided");
  await assertOtherPerson(ctx, { by: row.createUserId, permissions }, refuse("merchantBalance.ownAdjustment"));
  return row;
}

export async function approveAdjustment(
  ctx: Context,
  input: InputOf<Operations["approve"]>,
): Promise<{ journalId: string }> {
  const row = await lockForDecision(ctx, input, asking);
  const { merchantId, id, book, currency, amount, reason } = row;
  const [posted] = await postEntries(ctx, {
    merchantId,
    book,
    entries: [balanceAdjusted({ merchantId, amount: fromWire(amount, currency) })],
    eventId: id,
    orderId: null,
    effectiveDate: today(ctx),
    description: reason,
  });
  if (!posted) throw new Error(`the adjustment ${id} was booked before it was decided on`);
  await decideAdjustment(ctx, row, { status: "booked", journalId: posted.journalId });
  return { journalId: posted.journalId };
}

export async function rejectAdjustment(ctx: Context, input: InputOf<Operations["reject"]>): Promise<null> {
  // A request can be rejected even after its requester has left.
  const row = await lockForDecision(ctx, input, []);
  ctx.recordReason(input.reason);
  await decideAdjustment(ctx, row, { status: "rejected", decideReason: input.reason });
  return null;
}

export async function freezeAmount(ctx: Context, input: InputOf<Operations["freeze"]>): Promise<{ id: string }> {
  const { merchantId, mode: book, reason, expireTime } = input;
  await findOwner(ctx, merchantId);
  if (expireTime && new Date(expireTime) <= ctx.now) throw refuse("merchantBalance.expiresInPast");
  ctx.recordReason(reason);
  const eventId = newId("frz", ctx.now);
  const end = expireTime ? new Date(expireTime) : undefined;
  await postEntries(ctx, {
    merchantId,
    book,
    entries: [balanceFrozen({ merchantId, amount: amountIn(input.amount, input) })],
    eventId,
    part: holdEndPart(end),
    orderId: null,
    effectiveDate: today(ctx),
    description: reason,
    requireCover: ["available"],
    ...(end ? { holdUntil: end } : {}),
  });
  return holdOfEvent(ctx, { merchantId, book }, eventId);
}

export async function unfreezeAmount(ctx: Context, input: InputOf<Operations["unfreeze"]>): Promise<null> {
  await findOwner(ctx, input.merchantId);
  ctx.recordReason(input.reason);
  await releaseHold(ctx, input);
  return null;
}

/** What to release, and why. */
export interface HoldRelease {
  readonly merchantId: string;
  readonly id: string;
  /** Minor units; everything left by default. */
  readonly amount?: string | null | undefined;
  readonly reason: string;
}

/** Releases a manually frozen amount. Refuses holds of refunds, disputes and withdrawals. */
export async function releaseHold(ctx: Context, { merchantId, id, amount: asked, reason }: HoldRelease): Promise<void> {
  const hold = await lockHold(ctx, merchantId, id);
  if (!hold) throw notFound("merchantBalance", id);
  const left = fromWire(hold.remaining, hold.currency);
  if (hold.event !== "J35") {
    const event = LedgerEvent.memberOf(hold.event)?.text[ctx.request.locale] ?? hold.event;
    throw refuse("merchantBalance.holdNotManual", { event });
  }
  if (left.amountMinor === 0n) throw refuse("merchantBalance.holdNotOpen");
  const amount = asked ? fromWire(asked, hold.currency) : left;
  if (exceeds(amount, left)) {
    const remaining = formatMoney(left, { language: ctx.request.locale });
    throw refuse("merchantBalance.releaseExceedsHold", { remaining });
  }
  await postEntries(ctx, {
    merchantId,
    book: hold.book,
    entries: [balanceUnfrozen({ merchantId, amount, source: hold.sourceBucket })],
    eventId: hold.eventId,
    part: newId("rel", ctx.now),
    orderId: null,
    effectiveDate: today(ctx),
    description: reason,
  });
}
