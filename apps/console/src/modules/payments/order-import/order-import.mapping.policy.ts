import { methodOfWord, statusOfWord } from "@countinghouse/contract/payments/order-import/import-headings.ts";
import { type ImportMapping, joinedMax } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import type { ImportColumn } from "@countinghouse/contract/payments/order-import/order-import.ts";
import type { ImportFieldName } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";

/** Columns whose words are given a meaning. */
export type WordField = "status" | "method";

/** The columns of a file that give a field. */
export const columnsOf = (
  { columns }: ImportMapping,
  of: readonly ImportColumn[],
  field: ImportFieldName,
): readonly ImportColumn[] =>
  (columns[field] ?? []).flatMap((at) => {
    const column = of[at];
    return column ? [column] : [];
  });

/** The words of the column that gives a field; undefined where there are too many to choose from, or no column. */
export const wordsOf = (mapping: ImportMapping, columns: readonly ImportColumn[], field: WordField) =>
  columnsOf(mapping, columns, field)[0]?.words ?? undefined;

/** Whether a field's column has too many words to give each a meaning. */
export const hasTooManyWords = (mapping: ImportMapping, columns: readonly ImportColumn[], field: WordField): boolean =>
  columnsOf(mapping, columns, field)[0]?.words === null;

/** The mapping with other columns for a field. Words of a new column are given the meanings that are plain. */
export function withColumns(
  mapping: ImportMapping,
  of: readonly ImportColumn[],
  field: ImportFieldName,
  chosen: readonly number[],
  codes: ReadonlySet<string>,
): ImportMapping {
  const { [field]: _before, ...others } = mapping.columns;
  const kept = chosen.slice(0, joinedMax);
  const next = { ...mapping, columns: kept.length === 0 ? others : { ...others, [field]: kept } };
  const words = kept.flatMap((at) => of[at]?.words ?? []).map(({ word }) => word);
  if (field === "status") return { ...next, fixedStatus: null, statuses: known(words, statusOfWord) };
  if (field === "method")
    return { ...next, fixedMethod: null, methods: known(words, (word) => methodOfWord(word, codes)) };
  return field === "currency" && kept.length > 0 ? { ...next, fixedCurrency: null } : next;
}

/** Words whose meaning is plain, with that. */
const known = <M extends string>(words: readonly string[], meaningOf: (word: string) => M | undefined) =>
  Object.fromEntries(
    words.flatMap((word) => {
      const meaning = meaningOf(word);
      return meaning === undefined ? [] : [[word, meaning]];
    }),
  ) as Record<string, M>;

/** Whether two mappings say the same, in whatever order it was said. */
export const isSameMapping = (one: ImportMapping, other: ImportMapping): boolean => inOrder(one) === inOrder(other);

const inOrder = (mapping: ImportMapping): string =>
  JSON.stringify(mapping, (_name, part: unknown) => sortedParts(part));

const sortedParts = (part: unknown): unknown =>
  typeof part === "object" && part !== null && !Array.isArray(part)
    ? Object.fromEntries(
        Object.entries(part)
          .filter(([, value]) => value !== null)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : part;
