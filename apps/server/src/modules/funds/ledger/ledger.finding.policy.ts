import type { Violation } from "@countinghouse/ledger/laws.ts";
import type { ChainInvariant } from "../../../platform/seals/chain.policy.ts";
import type { FindingOf, FindingPlaceOf } from "../../../platform/seals/finding.policy.ts";

/** What a verification holds the stored rows to: the laws of the package, and what only the stored form can break. */
export type LedgerInvariant = Violation["law"] | ChainInvariant | "repeated_fact" | "order_booked" | BucketLaw;

/** What backs each bucket but the frozen one, whose holds are a law of the package. */
type BucketLaw =
  | "pending_backed"
  | "available_backed"
  | "reserve_backed"
  | "transit_backed"
  | "receivable_backed"
  | "payer_backed"
  | "dispute_backed"
  | "suspense_backed"
  | "bank_backed"
  | "position_backed"
  | "tax_backed"
  | "gain_backed"
  | "income_backed"
  | "cost_backed";

/** A law that does not hold, and the row that breaks it. */
export type Finding = FindingOf<LedgerInvariant>;

/** Where a finding is made. */
export type FindingPlace = FindingPlaceOf<LedgerInvariant>;
