import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { dirname } from "node:path";

export type Cell = string | number | undefined;

/** A column of a report: its heading and how many decimals its numbers have. */
export interface Column {
  readonly heading: string;
  readonly decimals?: number;
}

const shown = (cell: Cell, decimals: number): string => {
  if (cell === undefined || (typeof cell === "number" && Number.isNaN(cell))) return "-";
  return typeof cell === "number"
    ? cell.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    : cell;
};

/** Formats rows as columns: texts left-aligned, numbers right-aligned. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => columns.map(({ decimals = 2 }, index) => shown(row[index], decimals)));
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === "number"));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => (isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  return [
    line(columns.map(({ heading }) => heading)),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.map(line),
  ].join("\n");
}

/** `met`, or the missed budgets. */
export function verdict(missed: Readonly<Record<string, boolean>>): string {
  const names = Object.entries(missed).flatMap(([name, isMissed]) => (isMissed ? [name] : []));
  return names.length === 0 ? "met" : `missed: ${names.join(", ")}`;
}

/** The machine in one line, without its host name. */
export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Stores a report as JSON. */
export async function keep(file: string, report: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), ...report }, null, 2)}\n`,
  );
}

export const say = (text = ""): void => void process.stdout.write(`${text}\n`);
