import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testNumber } from "../src/card-number.ts";
import { cardTable } from "../src/card-table.ts";
import { payoutTable } from "../src/payouts.ts";
import { profileTable } from "../src/profiles.ts";
import { anomalyNames } from "../src/settlement.ts";

const path = new URL("../README.md", import.meta.url);
const marks = ["<!-- made from the tables: start -->", "<!-- made from the tables: end -->"] as const;

/** A table with columns as wide as the formatter makes them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " "): string =>
    `| ${cells.map((cell, column) => cell.padEnd(width[column] ?? 0, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => "-"),
      "-",
    ),
    ...rows.map((cells) => line(cells)),
  ].join("\n");
}

const made = [
  "### Cards",
  table(
    ["Scenario", "Number (US Visa)", "Behaviour"],
    cardTable.map(({ scenario, behaviour }) => [scenario, testNumber("visa", "840", scenario), behaviour]),
  ),
  "### Account profiles",
  table(
    ["Profile", "What the account suffers"],
    Object.entries(profileTable).map(([name, what]) => [`\`${name}\``, what]),
  ),
  "### Payouts",
  table(
    ["Beneficiary ends in", "Behaviour"],
    Object.entries(payoutTable).sort(([a], [b]) => a.localeCompare(b)),
  ),
  "### Mistakes in settlement files",
  anomalyNames.map((name) => `\`${name}\``).join(", "),
].join("\n\n");

test("the README lists what the tables declare", () => {
  const text = readFileSync(path, "utf8");
  const [before = "", rest = ""] = text.split(marks[0]);
  const [, after = ""] = rest.split(marks[1]);
  const expected = `${before}${marks[0]}\n\n${made}\n\n${marks[1]}${after}`;
  // UPDATE_README=1 writes what otherwise is only compared.
  if (process.env.UPDATE_README) writeFileSync(path, expected);
  else expect(text).toBe(expected);
});
