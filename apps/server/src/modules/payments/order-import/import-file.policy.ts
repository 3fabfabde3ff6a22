import {
  findHeading,
  methodOfWord,
  statusOfWord,
} from "@countinghouse/contract/payments/order-import/import-headings.ts";
import type { ImportMapping } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import type { ImportColumn } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { ImportField } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { maskCardNumbers, substitute } from "@countinghouse/contract/platform/card-number.ts";

/** Most distinct words of a column that a user is asked to map. */
const wordsMax = 40;
const wordLength = 64;
const samplesMax = 3;
const columnsMax = 256;

/** A text of the file with card numbers masked: rows that contain one are refused later and shown until then. */
const masked = (text: string): string => maskCardNumbers(text.trim()).replaceAll(substitute, "*");
const shown = (text: string): string => masked(text).slice(0, wordLength);

/** Reads every row once and keeps little: the first texts of each column, and its distinct words while they are few. */
export function columnsWatch(header: readonly string[]) {
  const columns = header.slice(0, columnsMax).map((name) => ({
    name: shown(name),
    samples: [] as string[],
    words: new Map<string, number>() as Map<string, number> | null,
  }));
  return {
    see: (cells: readonly string[]): void => {
      for (const [at, column] of columns.entries()) {
        const text = masked(cells[at] ?? "");
        if (text === "") continue;
        if (column.samples.length < samplesMax) column.samples.push(text.slice(0, wordLength));
        const { words } = column;
        if (!words) continue;
        words.set(text, (words.get(text) ?? 0) + 1);
        if (words.size > wordsMax || text.length > wordLength) column.words = null;
      }
    },
    columns: (): ImportColumn[] =>
      columns.map(({ name, samples, words }) => ({
        name,
        samples,
        words: words && [...words].map(([word, count]) => ({ word, count })).sort((a, b) => b.count - a.count),
      })),
  };
}

const defined = <T>(entries: readonly (readonly [string, T | undefined])[]): Record<string, T> =>
  Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));

/** A proposed mapping from a file's headings and words, for the user to correct. */
export function proposeMapping(
  columns: readonly ImportColumn[],
  codes: ReadonlySet<string>,
  timeZone: string,
): ImportMapping {
  const header = columns.map(({ name }) => name);
  const found = ImportField.members.flatMap(({ value }) => {
    const at = findHeading(value, header);
    return at < 0 ? [] : [[value, [at]] as const];
  });
  const chosen: Partial<Record<string, readonly number[]>> = Object.fromEntries(found);
  const wordsIn = (field: string) => columns[chosen[field]?.[0] ?? -1]?.words ?? [];
  return {
    columns: { ...Object.fromEntries(found), ...numberOfParts(chosen, columns) },
    fixedCurrency: null,
    fixedStatus: chosen.status ? null : "paid",
    fixedMethod: null,
    timeZone,
    dayOrder: "dayFirst",
    decimalSign: decimalSignOf(columns[chosen.amount?.[0] ?? -1]?.samples ?? []),
    unit: "major",
    statuses: defined(wordsIn("status").map(({ word }) => [word, statusOfWord(word)])),
    methods: defined(wordsIn("method").map(({ word }) => [word, methodOfWord(word, codes)])),
  };
}

/** Payment exports repeat an order's number and number its payments beside it: both together identify a payment. */
function numberOfParts(chosen: Partial<Record<string, readonly number[]>>, columns: readonly ImportColumn[]) {
  const [number] = chosen.merchantOrderNo ?? [];
  const sequence = columns.findIndex(({ name }) => /^(?:payment)?[_ ]?(?:sequential|sequence|seq)$/i.test(name));
  return number === undefined || sequence < 0 ? {} : { merchantOrderNo: [number, sequence] };
}

const decimalSignOf = (samples: readonly string[]): "." | "," =>
  samples.some((text) => /,\d{1,2}$/.test(text)) && !samples.some((text) => /\.\d{1,2}$/.test(text)) ? "," : ".";
