import { z } from "zod";
import { Code, field, Instant } from "../../kit/field.ts";
import { CurrencyCode, signedAmountIn } from "../../payment-fields.ts";

/** One figure of the order and where it comes from. */
export const ExplainedLine = z.object({
  kind: z.enum(["captured", "converted", "fee", "tax", "cost", "passedOn", "net"]),
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  /** Journals the figure is booked in. */
  journalIds: z.array(z.string()),
});

/** A posting of the ledger: a positive amount from one account to another. */
export const OrderPosting = z.object({
  debit: z.string(),
  credit: z.string(),
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
});

/** A journal of the ledger that the order caused. */
export const OrderJournal = z.object({
  journalId: z.string(),
  event: Code,
  effectiveDate: field(z.string(), { kind: "day" }),
  postedAt: Instant,
  description: z.string(),
  postings: z.array(OrderPosting),
});

/** By what a payment is priced from the moment it was sent: share and tax in millionths, minor units of the currency. */
export const AgreedTerms = z.object({
  percent: field(z.number().int(), { kind: "integer" }),
  fixed: z.string(),
  /** The one the merchant is settled in. */
  currency: CurrencyCode,
  taxRate: field(z.number().int(), { kind: "integer" }).nullable(),
  /** Into the settlement currency, where that is another one, and how long it is locked. */
  rate: z.string().nullable(),
  lockedUntil: Instant.nullable(),
});

/** Every figure of an order down to its postings, and the terms they were computed by. */
export const OrderExplanation = z.object({
  lines: z.array(ExplainedLine),
  journals: z.array(OrderJournal),
  /** The fee rule and tax as they were at the capture. */
  feeRule: z.record(z.string(), z.unknown()).nullable(),
  fx: z.record(z.string(), z.unknown()).nullable(),
  /** Of the attempt that took the money, else of the latest; none where no attempt has an agreement. */
  agreed: AgreedTerms.nullable(),
});
