import type { Violation } from "@countinghouse/ledger/laws.ts";
import type { ChainInvariant } from "../../../platform/seals/chain.policy.ts";
import type { FindingOf, FindingPlaceOf } from "../../../platform/seals/finding.policy.ts";

/**
 * Invariants that verification checks on stored rows: those of the ledger package, and those that only stored rows can
 * violate.
 */
export type LedgerInvariant = Violation["law"] | ChainInvariant | "repeated_fact" | "order_booked" | BucketLaw;

/** Backing invariant of each bucket except the frozen one, whose holds are an invariant of the package. */
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

/** A violated invariant, and the row that violates it. */
export type Finding = FindingOf<LedgerInvariant>;

/** The place of a finding. */
export type FindingPlace = FindingPlaceOf<LedgerInvariant>;
