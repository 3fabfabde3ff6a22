import { join, resolve } from "node:path";
import { groups } from "./groups.ts";

/** The document that holds the table of what turned red. */
export const recordPath = join(resolve(import.meta.dirname, "../.."), "docs/security.md");

const heading = "| Control that was taken out | Tests that went red |\n| --- | --- |\n";
const row = /^\| (.+?) \| (\d+ of \d+: .+) \|$/;
/** Stands for what a control has not shown yet since it came to the list. */
const notYet = "—";

/** What turned red without each control the document tells of, by the control. */
export const recorded = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const [, control, words] = row.exec(line) ?? [];
      return control && words ? [[control, words]] : [];
    }),
  );

/** The tables, group by group: a row for each control there is, in the order of the list. */
export const tablesOf = (words: ReadonlyMap<string, string>): string =>
  groups
    .map(({ name, mutants }) => {
      const rows = mutants.map(({ control }) => `| ${control} | ${words.get(control) ?? notYet} |\n`);
      return `### ${name}\n\n${heading}${rows.join("")}`;
    })
    .join("\n");

/** The document with its tables written anew: rows of what ran, and those of before for everything else. */
export function withRecords(text: string, ran: ReadonlyMap<string, string>): string {
  const start = text.indexOf(`### ${groups[0]?.name}\n`);
  const end = text.indexOf("\n[^", start);
  if (start < 0 || end < 0) throw new Error("the document has no place for the tables");
  return `${text.slice(0, start)}${tablesOf(new Map([...recorded(text), ...ran]))}${text.slice(end)}`;
}
