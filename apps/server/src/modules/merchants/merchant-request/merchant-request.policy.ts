/** A field with its current and its requested value. */
export interface FieldDifference {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : String(value);

/** The requested changes. Omitted fields are not requested. */
export const fieldDifferencesOf = (
  present: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): FieldDifference[] =>
  Object.keys(asked)
    .filter((field) => asked[field] !== undefined)
    .map((field) => ({ field, from: textOf(present[field]), to: textOf(asked[field]) }))
    .filter(({ from, to }) => from !== to);
