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

/** Every figure of an order down to its postings, and the terms they were computed by. */
export const OrderExplanation = z.object({
  lines: z.array(ExplainedLine),
  journals: z.array(OrderJournal),
  /** The fee rule and tax as they were at the capture. */
  feeRule: z.record(z.string(), z.unknown()).nullable(),
  fx: z.record(z.string(), z.unknown()).nullable(),
});
