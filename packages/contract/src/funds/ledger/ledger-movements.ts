import { z } from "zod";
import { Code, doerName, Instant, Integer } from "../../kit/field.ts";
import { LedgerEvent, MerchantBucket } from "./ledger-enumerations.ts";
import { AccountCode, BookedCurrency, JournalId, SignedAmount } from "./ledger-fields.ts";

/** One posting as an account sees it: what it added, and what the account held after it. */
export const Movement = z.object({
  /** Journal and line. */
  id: Code,
  journalId: JournalId,
  event: LedgerEvent.schema,
  eventId: Code,
  orderId: Code.nullable(),
  accountCode: AccountCode,
  /** The account on the other side. */
  counterpart: AccountCode,
  effect: SignedAmount,
  balanceAfter: SignedAmount,
  currency: BookedCurrency,
  effectiveDate: z.string(),
  postedAt: Instant,
  description: z.string(),
});
export type Movement = z.output<typeof Movement>;

/** What one kind of event moved. */
export const EventTotal = z.object({ event: LedgerEvent.schema, count: Integer, total: SignedAmount });

/** What an account held, what moved it by kind of event, and what it holds; opening and totals add up to the closing. */
export const AccountMovements = z.object({
  accountCode: AccountCode,
  currency: BookedCurrency,
  opening: SignedAmount,
  movements: z.array(EventTotal),
  closing: SignedAmount,
});
export type AccountMovements = z.output<typeof AccountMovements>;

/**
 * Why an account holds what it holds: the sums by event that end at the balance, and the postings behind them, the
 * newest first.
 */
export const Explanation = AccountMovements.extend({
  /** The instant the balance is of; null for now. */
  asOf: Instant.nullable(),
  /** From when on postings are summed; null when from the first one. */
  since: Instant.nullable(),
  items: z.array(Movement),
  nextCursor: z.string().nullable(),
});
export type Explanation = z.output<typeof Explanation>;

/** The amounts of the five buckets of one currency and in all. */
export const bucketAmounts = {
  pendingAmount: SignedAmount,
  availableAmount: SignedAmount,
  reserveAmount: SignedAmount,
  frozenAmount: SignedAmount,
  inTransitAmount: SignedAmount,
  totalAmount: SignedAmount,
} as const;

/** Which field shows a bucket. */
export const bucketFields = {
  pending: "pendingAmount",
  available: "availableAmount",
  reserve: "reserveAmount",
  frozen: "frozenAmount",
  in_transit: "inTransitAmount",
} as const;

/** A part of the frozen bucket, and the record it is frozen for. */
export const Hold = z.object({
  id: Code,
  event: LedgerEvent.schema,
  eventId: Code,
  currency: BookedCurrency,
  amount: SignedAmount,
  remaining: SignedAmount,
  /** The bucket it was taken from, and goes back to. */
  sourceBucket: MerchantBucket.schema,
  reason: z.string(),
  createdAt: Instant,
  operatorName: doerName(),
  expiresAt: Instant.nullable(),
});
export type Hold = z.output<typeof Hold>;

/** Which bucket a question is about. */
export const BucketInput = MerchantBucket.schema;
