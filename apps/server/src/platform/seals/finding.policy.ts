/** A violated invariant and the row that violates it, by its database names. */
export interface FindingOf<Law extends string> {
  readonly law: Law;
  readonly table: string;
  /** The row's primary key without merchant and book, joined by blanks; the book where nothing else is left. */
  readonly key: string;
  /** Null where the whole row is meant. */
  readonly column: string | null;
  /** Null for nothing, and in place of a keyed digest: a reader of findings must not learn a valid one. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** The place of a finding. */
export type FindingPlaceOf<Law extends string> = Pick<FindingOf<Law>, "law" | "table" | "key">;

type Value = string | number | bigint | null | undefined;

const textOf = (value: Value): string | null => (value === null || value === undefined ? null : String(value));

/** A finding about a row with a wrong value. */
export const rowFinding = <Law extends string>(
  place: FindingPlaceOf<Law>,
  column: string | null,
  [expected, found]: readonly [Value, Value],
): FindingOf<Law> => ({ ...place, column, expected: textOf(expected), found: textOf(found) });

/** A finding about a missing row. */
export const missingFinding = <Law extends string>(place: FindingPlaceOf<Law>): FindingOf<Law> =>
  rowFinding(place, null, [place.key, null]);

/** A finding about a row without the parent or cause that it needs. */
export const orphanFinding = <Law extends string>(place: FindingPlaceOf<Law>): FindingOf<Law> =>
  rowFinding(place, null, [null, place.key]);

/** Findings for the columns of a row that differ: for each, the expected and the found value. */
export const columnDifferences = <Law extends string>(
  place: FindingPlaceOf<Law>,
  columns: Readonly<Record<string, readonly [expected: Value, found: Value]>>,
): FindingOf<Law>[] =>
  Object.entries(columns)
    .filter(([, [expected, found]]) => textOf(expected) !== textOf(found))
    .map(([column, pair]) => rowFinding(place, column, pair));
