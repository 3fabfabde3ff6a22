import { saysNothing } from "./bank-match.policy.ts";
import type { StatementLine, StatementRead } from "./statement-file.port.ts";

/** Two equal statements of one file, counted from 1. */
type TwiceInFile = { readonly bankNo: string; readonly first: number; readonly second: number };

const wholeOf = ({ account, fromDate, toDate, opening, closing, lines }: StatementRead): string =>
  [account, fromDate, toDate, opening, closing, ...lines.map(({ amount }) => amount)].join(" ");

/** Identity of a line; undefined where the bank gave no reference. */
function nameOf({ bookingDate, amount, bankRef, endToEndId }: StatementLine): string[] {
  const isNameless = [bankRef, endToEndId].every((text) => saysNothing.test(text));
  return isNameless ? [] : [[bookingDate, amount, bankRef, endToEndId].join(" ")];
}

/** Identities of a statement: its number and day, its movements, and each line with a reference. */
const marksOf = (read: StatementRead): string[] => [
  ...(read.bankNo === "" ? [] : [`number ${read.bankNo} ${read.toDate}`]),
  ...(read.lines.length === 0 ? [] : [`whole ${wholeOf(read)}`]),
  ...read.lines.flatMap(nameOf).map((name) => `line ${name}`),
];

/** The first two statements of a file that are equal or share a movement; undefined where there are none. */
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
