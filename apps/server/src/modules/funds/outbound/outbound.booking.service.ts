import type { Entry } from "@countinghouse/ledger/entry.ts";
import {
  type OutboundKind,
  outboundApplied,
  outboundApproved,
  outboundDifferenceBorne,
  outboundDiffers,
  outboundDropped,
  outboundFailed,
  outboundPaid,
  outboundPaidConverted,
  outboundReturned,
  outboundReturnedConverted,
} from "@countinghouse/ledger/outbound.postings.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { journalOfEvent, postEntries, reverseJournal } from "../ledger/index.ts";
import { amountOf, type PayoutRow, returnableOf } from "../payout/index.ts";

/** Outgoing money to book: a withdrawal or a payout order. */
export interface Outgoing {
  readonly kind: OutboundKind;
  readonly merchantId: string;
  readonly mode: PayoutRow["mode"];
  readonly id: string;
  /** Its business number. */
  readonly no: string;
  /** The amount debited including our fee, and the amount sent. */
  readonly debited: Money;
  readonly fee: Money;
  readonly sent: Money;
  /** The amount paid to the payee, and at the mid rate; the amount sent, where nothing is converted. */
  readonly given: Money;
  readonly midValue: Money;
  /** Our account that paid it; null before payment. */
  readonly fundingAccountId: string | null;
}

const moved = ({ kind, merchantId, debited }: Outgoing) => ({ kind, merchantId, amount: debited }) as const;

const post = (ctx: Context, of: Outgoing, entry: Entry) =>
  postEntries(ctx, {
    merchantId: of.merchantId,
    book: of.mode,
    entries: [entry],
    eventId: of.id,
    orderId: null,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: of.no,
    ...(entry.event === "J40" || entry.event === "J50" ? { requireCover: ["available"] as const } : {}),
  });

/** J40 or J50: sets the amount aside; refused where the balance does not cover it. */
export const bookApplied = (ctx: Context, of: Outgoing) => post(ctx, of, outboundApplied(moved(of)));
/** J41 or J51: cancelled or rejected before approval. */
export const bookDropped = (ctx: Context, of: Outgoing) => post(ctx, of, outboundDropped(moved(of)));
/** J42 or J52: approved. */
export const bookApproved = (ctx: Context, of: Outgoing) => post(ctx, of, outboundApproved(moved(of)));
/** J44 or J54: not paid; the whole amount, including the fee, is available again. */
export const bookFailed = (ctx: Context, of: Outgoing) => post(ctx, of, outboundFailed(moved(of)));

/** J80 of J44 or J54: it was paid after all, so the returned amount is in transit again. */
export async function bookFailedUndone(ctx: Context, of: Outgoing): Promise<void> {
  const { merchantId, mode: book, id, no } = of;
  const { event } = outboundFailed(moved(of));
  const journalId = await journalOfEvent(ctx, { merchantId, book }, { event, eventId: id });
  if (journalId === undefined) throw new Error(`${no} failed and nothing was booked for it`);
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  await reverseJournal(ctx, { merchantId, journalId, effectiveDate, description: no });
}

/** Difference between the amount paid and the amount requested; undefined without one. */
function differenceOf(payout: PayoutRow) {
  const { merchantId, gatewayAccountId, fundingAccountId: payoutAccountId, paidAmount, paidCurrency } = payout;
  if (paidAmount === null || paidCurrency === null || gatewayAccountId === null) return undefined;
  const paid = fromWire(paidAmount, paidCurrency);
  return { merchantId, gatewayAccountId, payoutAccountId, asked: amountOf(payout), paid };
}

/** J62: the difference between the provider's payment and the request, if any. */
export async function bookDifference(ctx: Context, of: Outgoing, payout: PayoutRow): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, of, outboundDiffers(difference));
}

/** J63: the same difference, borne. */
export async function bookDifferenceBorne(
  ctx: Context,
  of: Outgoing,
  payout: PayoutRow,
  by: NonNullable<PayoutRow["differenceCause"]>,
): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, of, outboundDifferenceBorne({ ...difference, by }));
}

/** Our account that paid it. */
function paidFrom({ fundingAccountId, no }: Outgoing): string {
  if (fundingAccountId === null) throw new Error(`${no} was paid from nowhere`);
  return fundingAccountId;
}

const isConverted = ({ debited, given }: Outgoing): boolean => debited.currency !== given.currency;

/** J43 or J53 or, in another currency, J46: paid, with our fee. */
export function bookPaid(ctx: Context, of: Outgoing) {
  const { fee, given, midValue } = of;
  const paid = { ...moved(of), fee, payoutAccountId: paidFrom(of), given, midValue };
  return post(ctx, of, (isConverted(of) ? outboundPaidConverted : outboundPaid)(paid));
}

/**
 * J45 or J55: returned; charges that the bank deducted are our cost, and our fee is kept. Measured against the amount
 * paid where the merchant bore a difference, else against the amount requested.
 */
export function bookReturned(ctx: Context, of: Outgoing, payout: PayoutRow, received: Money) {
  const { kind, merchantId, given, midValue } = of;
  const paid = returnableOf(payout);
  const sent = payout.differenceCause === "merchant" ? paid : of.sent;
  const place = { kind, merchantId, payoutAccountId: paidFrom(of), paid, received };
  return post(
    ctx,
    of,
    isConverted(of)
      ? outboundReturnedConverted({ ...place, sold: sent, given, midValue })
      : outboundReturned({ ...place, sent, isChargedOn: false }),
  );
}
