import { saysNothing } from "./bank-match.policy.ts";
import type { StatementLine, StatementRead } from "./statement-file.port.ts";

/** Two statements of one file that are the same, counted from 1. */
type TwiceInFile = { readonly bankNo: string; readonly first: number; readonly second: number };

const wholeOf = ({ account, fromDate, toDate, opening, closing, lines }: StatementRead): string =>
  [account, fromDate, toDate, opening, closing, ...lines.map(({ amount }) => amount)].join(" ");

/** What tells a line from every other; none where the bank gave it no reference. */
function nameOf({ bookingDate, amount, bankRef, endToEndId }: StatementLine): string[] {
  const isNameless = [bankRef, endToEndId].every((text) => saysNothing.test(text));
  return isNameless ? [] : [[bookingDate, amount, bankRef, endToEndId].join(" ")];
}

/** By what a statement is known: its number of a day, all that moved in it, and each line with a reference. */
const marksOf = (read: StatementRead): string[] => [
  ...(read.bankNo === "" ? [] : [`number ${read.bankNo} ${read.toDate}`]),
  ...(read.lines.length === 0 ? [] : [`whole ${wholeOf(read)}`]),
  ...read.lines.flatMap(nameOf).map((name) => `line ${name}`),
];

/** The first two statements of a file that are one, or that share a movement; undefined where there are none. */
export function duplicateStatementIn(statements: readonly StatementRead[]): TwiceInFile | undefined {
  const seen = new Map<string, number>();
  for (const [at, read] of statements.entries()) {
    const marks = marksOf(read);
    const before = marks.map((mark) => seen.get(mark)).find((found) => found !== undefined);
    if (before !== undefined) return { bankNo: read.bankNo || read.toDate, first: before + 1, second: at + 1 };
    for (const mark of marks) seen.set(mark, at);
  }
  return undefined;
}
