/** How long a row of the roll-up is. */
export type RollupGrain = "quarter" | "hour" | "day" | "month";

/** What is counted of a span: how often. */
export const countNames = [
  "orders",
  "rejected",
  "attempted",
  "cohortPaid",
  "firstTry",
  "paid",
  "sent",
  "approved",
  "declined",
  "errors",
  "answers",
  "latencyMs",
  "refunds",
  "refundedOrders",
  "disputes",
  "disputesWon",
  "disputesLost",
] as const;

/** What is added up of a span, in minor units of a currency. */
export const sumNames = ["sales", "refunded", "disputed", "disputeLoss", "fee", "cost", "houseCost", "margin"] as const;

export type CountName = (typeof countNames)[number];
export type SumName = (typeof sumNames)[number];

/** Everything that a row of the roll-up holds (acquiring 8.2). Rates follow from these and are never kept. */
export type Measures = Readonly<Record<CountName, number>> & Readonly<Record<SumName, string>>;

export const measureNames = [...countNames, ...sumNames] as const;
export type MeasureName = (typeof measureNames)[number];

/** The name of a measure's column. */
export const columnOf = (name: MeasureName): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const noMeasures: Measures = Object.fromEntries([
  ...countNames.map((name) => [name, 0]),
  ...sumNames.map((name) => [name, "0"]),
]) as Measures;

/** The sum of several spans of one currency. */
export function addMeasures(rows: readonly Measures[]): Measures {
  return Object.fromEntries([
    ...countNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
    ...sumNames.map((name) => [name, String(rows.reduce((sum, row) => sum + BigInt(row[name]), 0n))]),
  ]) as Measures;
}
