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

/** Money on its way out, as far as it is booked: a withdrawal, or a payout order. */
export interface Outgoing {
  readonly kind: OutboundKind;
  readonly merchantId: string;
  readonly mode: PayoutRow["mode"];
  readonly id: string;
  /** By what people know it. */
  readonly no: string;
  /** What leaves the balance, our fee in it, and what is sent. */
  readonly debited: Money;
  readonly fee: Money;
  readonly sent: Money;
  /** What the payee is paid and that at the mid rate: what is sent, where nothing is exchanged. */
  readonly given: Money;
  readonly midValue: Money;
  /** The account of ours that it was paid from; null before. */
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

/** J40 or J50: what it takes is set aside; refused where the balance does not hold it. */
export const bookApplied = (ctx: Context, of: Outgoing) => post(ctx, of, outboundApplied(moved(of)));
/** J41 or J51: taken back or turned down before it was approved. */
export const bookDropped = (ctx: Context, of: Outgoing) => post(ctx, of, outboundDropped(moved(of)));
/** J42 or J52: approved. */
export const bookApproved = (ctx: Context, of: Outgoing) => post(ctx, of, outboundApproved(moved(of)));
/** J44 or J54: not paid; all of it is available again, the fee included. */
export const bookFailed = (ctx: Context, of: Outgoing) => post(ctx, of, outboundFailed(moved(of)));

/** J80 of J44 or J54: it was paid after all, so that what had gone back is in transit again, whatever is left of it. */
export async function bookFailedUndone(ctx: Context, of: Outgoing): Promise<void> {
  const { merchantId, mode: book, id, no } = of;
  const { event } = outboundFailed(moved(of));
  const journalId = await journalOfEvent(ctx, { merchantId, book }, { event, eventId: id });
  if (journalId === undefined) throw new Error(`${no} failed and nothing was booked for it`);
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  await reverseJournal(ctx, { merchantId, journalId, effectiveDate, description: no });
}

/** What a transfer was paid otherwise than asked; undefined where it was not. */
function differenceOf(payout: PayoutRow) {
  const { merchantId, gatewayAccountId, fundingAccountId: payoutAccountId, paidAmount, paidCurrency } = payout;
  if (paidAmount === null || paidCurrency === null || gatewayAccountId === null) return undefined;
  const paid = fromWire(paidAmount, paidCurrency);
  return { merchantId, gatewayAccountId, payoutAccountId, asked: amountOf(payout), paid };
}

/** J62: what a provider paid otherwise than asked, where it did. */
export async function bookDifference(ctx: Context, of: Outgoing, payout: PayoutRow): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, of, outboundDiffers(difference));
}

/** J63: the same where it is borne. */
export async function bookDifferenceBorne(
  ctx: Context,
  of: Outgoing,
  payout: PayoutRow,
  by: NonNullable<PayoutRow["differenceCause"]>,
): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, of, outboundDifferenceBorne({ ...difference, by }));
}

/** From which account of ours it was paid. */
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
 * J45 or J55: sent back; what the bank kept of it is our cost, and our fee is kept. Measured by what was really paid: a
 * merchant that bore the difference has given that, and any other has given what was asked.
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
