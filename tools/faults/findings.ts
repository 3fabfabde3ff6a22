import { say, table } from "../bench/report.ts";
import { quantile } from "../bench/sampling.ts";
import type { Auditor, Broken, Healing } from "./audit.ts";
import type { Weathered } from "./calls.ts";
import type { Comparison } from "./compare.ts";

/** What a run found: figures for people, and every promise that did not hold. */
export interface Findings {
  readonly figures: readonly (readonly [name: string, value: string | number])[];
  readonly broken: readonly string[];
}

/** How a finding begins that names an acknowledgement without what it acknowledged. */
export const lostWords = "acknowledged and lost";

/** Whether a run found an acknowledgement without what it acknowledged. */
export const foundLoss = ({ broken }: Findings): boolean => broken.some((line) => line.startsWith(lostWords));

const some = (what: string, all: readonly string[]): string[] =>
  all.length === 0 ? [] : [`${what}: ${all.length} (${all.slice(0, 3).join("; ")})`];

export const lawBroken = ({ id, count, example }: Broken): string => `${id} does not hold ${count} times (${example})`;

/** How long the product took to mend everything. */
export const healedAfter = ({ healedSeconds }: Healing): string =>
  healedSeconds === undefined ? "never" : `${Math.round(healedSeconds)} s`;

export const leftForEver = ({ healedSeconds, left }: Healing): string[] =>
  healedSeconds === undefined ? [`left for ever: ${JSON.stringify(left)}`] : [];

export const defectsOf = (count = 0): string[] => (count > 0 ? [`answers of 500: ${count}`] : []);

/** The figures and verdicts that every run has in common. */
export function findingsOf(parts: {
  readonly comparison: Comparison;
  readonly healing: Healing;
  readonly atRest: readonly Broken[];
  readonly auditor: Auditor;
  readonly weathered: Weathered;
  readonly heldBack: number;
}): Findings {
  const { comparison, healing, atRest, auditor, weathered, heldBack } = parts;
  const { acknowledged, found, lost, doubled, contradicted, unknown, orders, paid, takenTwice, unmatched } = comparison;
  const surprises = [...weathered.surprises].map(([code, message]) => `${code} ${message}`);
  return {
    figures: [
      ["orders stored", orders],
      ["paid", paid],
      ["acknowledged calls", acknowledged],
      ["found", found],
      ["lost", lost.length],
      ["duplicates", doubled.length + takenTwice.length],
      ["unknown outcomes", unknown],
      ["orders held back by the shop", heldBack],
      ["single tries by answer", [...weathered.seen].map(([what, count]) => `${what}: ${count}`).join(", ")],
      ["everything healed after the last fault", healedAfter(healing)],
      ["outcome still asked for, next question planned", healing.waiting],
      ["stuck rows", Object.values(healing.left).reduce((sum, count) => sum + count, 0)],
      ["samples of the money", auditor.samples],
      ["samples not in balance", auditor.broken.length],
    ],
    broken: [
      ...some(lostWords, lost),
      ...some("answered as two orders", doubled),
      ...some("ended otherwise than acknowledged", contradicted),
      ...some("taken twice by the gateway", takenTwice),
      ...some("books differ from the gateway's", unmatched),
      ...some("refused without a reason a client could know", surprises),
      ...defectsOf(weathered.seen.get("500")),
      ...leftForEver(healing),
      ...[...auditor.broken, ...atRest].map(lawBroken),
    ],
  };
}

/** Durations as a reader compares them. */
export const spread = (values: readonly number[]): string =>
  values.length === 0
    ? "-"
    : [
        `${Math.round(quantile(values, 0.5))} ms p50`,
        `${Math.round(quantile(values, 0.99))} ms p99`,
        `${Math.round(Math.max(...values))} ms max`,
      ].join(", ");

/** Prints a run's figures and its verdict. */
export function report(id: string, promises: string, { figures, broken }: Findings): void {
  say();
  say(
    table(
      [{ heading: `${id} (${promises})` }, { heading: "figure" }],
      figures.map(([name, value]) => [name, String(value)]),
    ),
  );
  for (const line of broken) say(`BROKEN  ${line}`);
  say(`${id}: ${broken.length === 0 ? "held" : "BROKEN"}`);
}
