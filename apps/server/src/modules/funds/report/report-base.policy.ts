import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { convert, type FxRate } from "@countinghouse/money/fx.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { addMeasures, type Measures, sumNames } from "./report-measures.policy.ts";

/** What was counted of a group, in one currency. */
interface Counted extends Measures {
  readonly key: string;
  readonly currency: CurrencyCode;
}

/** The sums of a day in another currency; counts stay what they are. */
export function convertedMeasures(of: Measures, from: CurrencyCode, rate: FxRate, into: CurrencyCode): Measures {
  const converted = sumNames.map((name) => [name, toWire(convert(fromWire(of[name], from), rate, into))]);
  return { ...of, ...Object.fromEntries(converted) };
}

/** One row for each group and currency. */
export const groupedCounts = (rows: readonly Counted[]): Counted[] =>
  [...Map.groupBy(rows, ({ key, currency }) => `${currency} ${key}`).values()].flatMap((same) =>
    same.slice(0, 1).map(({ key, currency }) => ({ key, currency, ...addMeasures(same) })),
  );
