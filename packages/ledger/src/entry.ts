import { parseAccount } from "./account.ts";
import { LedgerError } from "./ledger-error.ts";
import { type Posting, postings, reverse } from "./posting.ts";

/** What the ledger books, by the code that bills, statements and the audit trail use. */
export const entryEvents = {
  J01: "capture",
  J02: "transaction_fee",
  J03: "gateway_cost",
  J03p: "gateway_cost_passed_on",
  J03r: "refund_cost",
  J04: "capture_converted",
  J05: "payer_money_held",
  J06: "payer_money_applied",
  J07: "payer_money_returned",
  J10: "refund_held",
  J11: "refund_succeeded",
  J12: "refund_fee",
  J13: "fee_returned",
  J14: "refund_released",
  J15: "refund_bounced",
  J20: "dispute_held",
  J21: "dispute_taken",
  J22: "dispute_penalty",
  J23: "dispute_cost",
  J24: "dispute_won",
  J25: "dispute_penalty_returned",
  J26: "dispute_lost",
  J26r: "dispute_reversed_late",
  J27: "refusal_penalty",
  J28: "balance_written_off",
  J29: "inquiry_fee",
  J30: "batch_settled",
  J30n: "batch_settled_negative",
  J32: "reserve_released",
  J33: "reserve_used",
  J34: "deposit_held",
  J35: "balance_frozen",
  J40: "cashout_applied",
  J41: "cashout_dropped",
  J42: "cashout_approved",
  J43: "cashout_paid",
  J44: "cashout_failed",
  J45: "cashout_returned",
  J46: "cashout_paid_converted",
  J47: "payout_provider_fee",
  J50: "payout_applied",
  J51: "payout_dropped",
  J52: "payout_approved",
  J53: "payout_paid",
  J54: "payout_failed",
  J55: "payout_returned",
  J60: "gateway_settled",
  J61: "gateway_cost_trued_up",
  J61p: "gateway_cost_true_up_passed_on",
  J62: "gateway_difference",
  J63: "gateway_difference_resolved",
  J70: "manual_adjustment",
  J71: "fx_revaluation",
  J80: "reversal",
} as const;

/** The code of something the ledger books. */
export type EntryEvent = keyof typeof entryEvents;

/**
 * The postings of one business event, of one merchant. It may hold none, for instance a fee of nothing; such an entry
 * is not written.
 */
export interface Entry {
  readonly event: EntryEvent;
  readonly merchantId: string;
  readonly postings: readonly Posting[];
}

/**
 * An entry from the movements of an event: those of nothing are left out, the rest checked. Throws `posting_invalid`,
 * and `merchants_mixed` when a movement touches another merchant: money never goes from one merchant to another.
 */
export function entry(event: EntryEvent, merchantId: string, lines: readonly Posting[]): Entry {
  const moving = postings(lines);
  for (const code of moving.flatMap(({ debit, credit }) => [debit, credit])) {
    const owner = parseAccount(code).merchantId;
    if (owner !== null && owner !== merchantId) {
      throw new LedgerError("merchants_mixed", `${code} in an entry of ${merchantId}`);
    }
  }
  return { event, merchantId, postings: moving };
}

/** The entry that undoes another. Throws `reversal_invalid` on a reversal: an undone entry is booked anew instead. */
export function reversal({ event, merchantId, postings: lines }: Entry): Entry {
  if (event === "J80") throw new LedgerError("reversal_invalid", "a reversal is not reversed");
  return entry("J80", merchantId, reverse(lines));
}
