import type { Entry } from "@countinghouse/ledger/entry.ts";
import {
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
import { amountOf, type PayoutRow } from "../payout/index.ts";
import type { CashoutRow } from "./cashout.store.ts";

const debitedOf = ({ merchantId, debitedAmount, currency }: CashoutRow) =>
  ({ kind: "cashout", merchantId, amount: fromWire(debitedAmount, currency) }) as const;

const post = (ctx: Context, row: CashoutRow, entry: Entry) =>
  postEntries(ctx, {
    merchantId: row.merchantId,
    book: row.mode,
    entries: [entry],
    eventId: row.id,
    orderId: null,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: row.cashoutNo,
    ...(entry.event === "J40" ? { requireCover: ["available"] as const } : {}),
  });

/** J40: what it takes is set aside; refused where the balance does not hold it. */
export const bookApplied = (ctx: Context, row: CashoutRow) => post(ctx, row, outboundApplied(debitedOf(row)));
/** J41: taken back or turned down before it was approved. */
export const bookDropped = (ctx: Context, row: CashoutRow) => post(ctx, row, outboundDropped(debitedOf(row)));
/** J42: approved. */
export const bookApproved = (ctx: Context, row: CashoutRow) => post(ctx, row, outboundApproved(debitedOf(row)));
/** J44: not paid; all of it is available again, the fee included. */
export const bookFailed = (ctx: Context, row: CashoutRow) => post(ctx, row, outboundFailed(debitedOf(row)));

/** J80 of J44: it was paid after all, so that what had gone back is in transit again, whatever is left of it. */
export async function bookFailedUndone(ctx: Context, row: CashoutRow): Promise<void> {
  const { merchantId, mode: book, id, cashoutNo } = row;
  const journalId = await journalOfEvent(ctx, { merchantId, book }, { event: "J44", eventId: id });
  if (journalId === undefined) throw new Error(`${cashoutNo} failed and nothing was booked for it`);
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  await reverseJournal(ctx, { merchantId, journalId, effectiveDate, description: cashoutNo });
}

/** What a transfer was paid otherwise than asked; undefined where it was not. */
function differenceOf(payout: PayoutRow) {
  const { merchantId, gatewayAccountId, fundingAccountId: payoutAccountId, paidAmount, paidCurrency } = payout;
  if (paidAmount === null || paidCurrency === null || gatewayAccountId === null) return undefined;
  const paid = fromWire(paidAmount, paidCurrency);
  return { merchantId, gatewayAccountId, payoutAccountId, asked: amountOf(payout), paid };
}

/** J62: what a provider paid otherwise than asked, where it did. */
export async function bookDifference(ctx: Context, row: CashoutRow, payout: PayoutRow): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, row, outboundDiffers(difference));
}

/** J63: the same where it is borne. */
export async function bookDifferenceBorne(
  ctx: Context,
  row: CashoutRow,
  payout: PayoutRow,
  by: NonNullable<PayoutRow["differenceCause"]>,
): Promise<void> {
  const difference = differenceOf(payout);
  if (difference) await post(ctx, row, outboundDifferenceBorne({ ...difference, by }));
}

/** What was paid, and from which account of ours. */
const paidOf = (row: CashoutRow) => {
  if (row.fundingAccountId === null) throw new Error(`${row.cashoutNo} was paid from nowhere`);
  return {
    ...debitedOf(row),
    fee: fromWire(row.feeAmount, row.currency),
    payoutAccountId: row.fundingAccountId,
    given: fromWire(row.targetAmount, row.targetCurrency),
    midValue: fromWire(row.midAmount, row.targetCurrency),
  };
};

const isConverted = ({ currency, targetCurrency }: CashoutRow): boolean => currency !== targetCurrency;

/** J43 or, in another currency, J46: paid, with our fee. */
export const bookPaid = (ctx: Context, row: CashoutRow) =>
  post(ctx, row, (isConverted(row) ? outboundPaidConverted : outboundPaid)(paidOf(row)));

/** J45: sent back; what the bank kept of it is our cost, and our fee is kept. */
export function bookReturned(ctx: Context, row: CashoutRow, received: Money) {
  const { kind, merchantId, payoutAccountId, given, midValue } = paidOf(row);
  const sent = fromWire(row.sentAmount, row.currency);
  const place = { kind, merchantId, payoutAccountId, received };
  return post(
    ctx,
    row,
    isConverted(row)
      ? outboundReturnedConverted({ ...place, sold: sent, given, midValue })
      : outboundReturned({ ...place, sent, isChargedOn: false }),
  );
}
