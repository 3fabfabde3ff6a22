import type { Entry } from "@countinghouse/ledger/entry.ts";
import {
  outboundApplied,
  outboundApproved,
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
import { postEntries } from "../ledger/index.ts";
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
