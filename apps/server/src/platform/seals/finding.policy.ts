/** A law that does not hold, and the row that breaks it, by its names in the database. */
export interface FindingOf<Law extends string> {
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
export type FindingPlaceOf<Law extends string> = Pick<FindingOf<Law>, "law" | "table" | "key">;

type Value = string | number | bigint | null | undefined;

const textOf = (value: Value): string | null => (value === null || value === undefined ? null : String(value));

/** Something of a row that is not as it has to be. */
export const rowFinding = <Law extends string>(
  place: FindingPlaceOf<Law>,
  column: string | null,
  [expected, found]: readonly [Value, Value],
): FindingOf<Law> => ({ ...place, column, expected: textOf(expected), found: textOf(found) });

/** A row that is not there. */
export const missingFinding = <Law extends string>(place: FindingPlaceOf<Law>): FindingOf<Law> =>
  rowFinding(place, null, [place.key, null]);

/** A row that nothing stands behind. */
export const orphanFinding = <Law extends string>(place: FindingPlaceOf<Law>): FindingOf<Law> =>
  rowFinding(place, null, [null, place.key]);

/** The columns of a row that are not what they have to be: for each, what is expected and what was found. */
export const columnDifferences = <Law extends string>(
  place: FindingPlaceOf<Law>,
  columns: Readonly<Record<string, readonly [expected: Value, found: Value]>>,
): FindingOf<Law>[] =>
  Object.entries(columns)
    .filter(([, [expected, found]]) => textOf(expected) !== textOf(found))
    .map(([column, pair]) => rowFinding(place, column, pair));
