import { importPartMax, type sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";

type Preview = ResultOf<(typeof sysRate.operations)["preview"]>;
export type PreviewRow = Preview["rows"][number];

/**
 * Cuts a file at line ends into parts that one request can carry, each with the heading. Lines of a part are counted
 * from its own heading; `firstLine` says which line of the file that is one before.
 */
export function partsOf(text: string, max = importPartMax): { readonly text: string; readonly firstLine: number }[] {
  const [heading = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const parts: { text: string; firstLine: number }[] = [];
  let current = heading;
  let firstLine = 1;
  lines.forEach((line, index) => {
    if (current.length + 1 + line.length > max && current !== heading) {
      parts.push({ text: current, firstLine });
      current = heading;
      firstLine = index + 1;
    }
    current += `\n${line}`;
  });
  return [...parts, { text: current, firstLine }];
}

/** What a whole file would change. */
export interface FilePreview {
  readonly ignored: readonly string[];
  readonly rows: readonly PreviewRow[];
  readonly added: number;
  readonly corrected: number;
  readonly unchanged: number;
  readonly problems: number;
}

/** Joins what the server said of the parts; a day that a later part repeats is left out, as the import does. */
export function joinPreviews(
  answers: readonly { readonly preview: Preview; readonly firstLine: number }[],
): FilePreview {
  const seen = new Set<string>();
  const rows = answers.flatMap(({ preview, firstLine }) => {
    const own = preview.rows.map((row): PreviewRow => {
      const placed = { ...row, line: row.line + firstLine - 1 };
      const isRepeated = row.day !== null && row.problem === null && seen.has(row.day);
      return isRepeated ? { ...placed, added: 0, corrected: 0, unchanged: 0, problem: "dayRepeated" } : placed;
    });
    for (const { day } of own) if (day) seen.add(day);
    return own;
  });
  const sum = (field: "added" | "corrected" | "unchanged") => rows.reduce((total, row) => total + row[field], 0);
  return {
    ignored: answers[0]?.preview.ignored ?? [],
    rows,
    added: sum("added"),
    corrected: sum("corrected"),
    unchanged: sum("unchanged"),
    problems: rows.filter(({ problem }) => problem !== null).length,
  };
}
