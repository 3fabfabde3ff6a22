import { parseSync, Visitor } from "oxc-parser";
import type { Source } from "./sources.ts";

/**
 * What a record may come to, in contract, server and console together, without tests and words; and what the list page in
 * the middle of all may come to, in lines and in hooks and conditions of its own.
 */
export const recordBudget = { files: 6, lines: 150, listPageMedian: 40, listPageLogic: 0 } as const;

/**
 * Modules whose record is kept by its forms and has no life of its own: what the next one is measured by. Positions were
 * one until they could be brought from a file as well.
 */
export const plainRecords = ["funds/calendar"] as const;

/** What a module comes to. */
export interface RecordSize {
  /** `<area>/<module>`. */
  readonly module: string;
  readonly files: number;
  readonly lines: number;
}

const place =
  /^(?:packages\/contract\/src|apps\/server\/src\/modules|apps\/console\/src\/modules)\/([a-z-]+\/[a-z-]+)\//;
const isCounted = (path: string): boolean => !/\.test\.tsx?$|\.messages\.ts$/.test(path);

const lineCount = ({ text }: Source): number => text.trimEnd().split("\n").length;

/** What every module comes to, the smallest first. */
export function recordSizes(sources: readonly Source[]): RecordSize[] {
  const sizes = new Map<string, { files: number; lines: number }>();
  for (const source of sources) {
    const module = place.exec(source.path)?.[1];
    if (module === undefined || !isCounted(source.path)) continue;
    const size = sizes.get(module) ?? { files: 0, lines: 0 };
    sizes.set(module, { files: size.files + 1, lines: size.lines + lineCount(source) });
  }
  return [...sizes].map(([module, size]) => ({ module, ...size })).sort((a, b) => a.lines - b.lines);
}

const isListPage = ({ path }: Source): boolean => /^apps\/console\/src\/modules\/.+\.list\.tsx$/.test(path);

const middleOf = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

/** Lines of the list page in the middle, of all there are. */
export const listPageMedian = (sources: readonly Source[]): number =>
  middleOf(sources.filter(isListPage).map(lineCount));

/** Hooks that a page calls and conditions that it decides by. */
function logicOf({ path, text }: Source): number {
  let count = 0;
  const add = () => {
    count += 1;
  };
  new Visitor({
    CallExpression: ({ callee }) => {
      if (callee.type === "Identifier" && /^use[A-Z]/.test(callee.name)) add();
    },
    IfStatement: add,
    ConditionalExpression: add,
    LogicalExpression: add,
    SwitchStatement: add,
  }).visit(parseSync(path, text).program);
  return count;
}

/** The same of hooks and conditions: what is left over is written beside the page, in a part or detail of its own. */
export const listPageLogic = (sources: readonly Source[]): number => middleOf(sources.filter(isListPage).map(logicOf));

/** One sentence for each plain record that is larger than it may be, with what to do. */
export const recordFaults = (sizes: readonly RecordSize[], plain: readonly string[] = plainRecords): string[] =>
  plain.flatMap((module) => {
    const size = sizes.find((one) => one.module === module);
    if (!size) return [`${module} is no module any more: take it out of plainRecords`];
    if (size.files <= recordBudget.files && size.lines <= recordBudget.lines) return [];
    return [
      `${module} has ${size.files} files and ${size.lines} lines of ${recordBudget.files} and ${recordBudget.lines}: let recordOperations and the declarations of its contract say it (docs/adr/0030)`,
    ];
  });

/** The figures as a table, for people. */
export const printedSizes = (sizes: readonly RecordSize[], pages: { median: number; logic: number }): string =>
  [
    "module                                            files  lines",
    ...sizes.map(
      ({ module, files, lines }) =>
        `${module.padEnd(48)} ${String(files).padStart(6)} ${String(lines).padStart(6)}${plainRecords.some((one) => one === module) ? "  plain" : ""}`,
    ),
    `list pages: median of ${pages.median} lines, ${recordBudget.listPageMedian} at most`,
    `list pages: median of ${pages.logic} hooks and conditions, ${recordBudget.listPageLogic} at most`,
  ].join("\n");
