import type { Violation } from "@countinghouse/ledger/laws.ts";

/** What a verification holds the stored rows to: the laws of the package, and what only the stored form can break. */
export type Law = Violation["law"] | "sealed" | "published" | "repeated_fact" | "order_booked" | BucketLaw;

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

/** A law that does not hold, and the row that breaks it, by its names in the database. */
export interface Finding {
  readonly law: Law;
  readonly table: string;
  /** The row's primary key without its merchant and book, parts separated by blanks; the book where nothing else is left. */
  readonly key: string;
  /** Null where the row as a whole is meant. */
  readonly column: string | null;
  /** Null for nothing, and for what a keyed digest would have to be: whoever reads findings must not learn one. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** Where a finding is made. */
export type Place = Pick<Finding, "law" | "table" | "key">;

type Value = string | number | bigint | null | undefined;

const textOf = (value: Value): string | null => (value === null || value === undefined ? null : String(value));

/** Something of a row that is not as it has to be. */
export const finding = (place: Place, column: string | null, [expected, found]: readonly [Value, Value]): Finding => ({
  ...place,
  column,
  expected: textOf(expected),
  found: textOf(found),
});

/** A row that is not there. */
export const missing = (place: Place): Finding => finding(place, null, [place.key, null]);

/** A row that nothing stands behind. */
export const unfounded = (place: Place): Finding => finding(place, null, [null, place.key]);

/** The columns of a row that are not what they have to be: for each, what is expected and what was found. */
export const differences = (
  place: Place,
  columns: Readonly<Record<string, readonly [expected: Value, found: Value]>>,
): Finding[] =>
  Object.entries(columns)
    .filter(([, [expected, found]]) => textOf(expected) !== textOf(found))
    .map(([column, pair]) => finding(place, column, pair));
