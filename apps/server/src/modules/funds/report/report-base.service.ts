import type { ReportBase } from "@countinghouse/contract/funds/report/report-fields.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type DayRate, dayRateKey, dayRates } from "../rate/index.ts";
import type { DayCount, GroupCount } from "./report.store.ts";
import { convertedMeasures, groupedCounts } from "./report-base.policy.ts";

/** What was counted, in its own currencies and in one. */
export interface BaseCounts {
  readonly originals: readonly GroupCount[];
  /** In the one currency, by the group and currency that each was of. */
  readonly converted: ReadonlyMap<string, GroupCount>;
  /** A row for each group, over all currencies. */
  readonly merged: readonly GroupCount[];
}

export const convertedKey = ({ key, currency }: Pick<GroupCount, "key" | "currency">): string => `${currency} ${key}`;

/** Converts what was counted day by day, of several periods by the same rates. Refuses where a day has none. */
export async function inBase(
  ctx: Context,
  resource: string,
  periods: readonly (readonly DayCount[])[],
  { base, asOf }: { readonly base: CurrencyCode; readonly asOf?: string | undefined },
): Promise<{ readonly counts: readonly BaseCounts[]; readonly rates: ReportBase["rates"] }> {
  const all = periods.flat();
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  const days = [...new Set(all.map(({ day }) => day))].sort();
  const rates = await dayRates(ctx, { days, currencies, into: base, knownAt: asOf });
  for (const { day, currency } of all)
    if (!rates.has(dayRateKey(day, currency))) throw refuse(`${resource}.rateMissing`, { currency, base, day });
  return {
    counts: periods.map((rows) => countsIn(rows, base, rates)),
    rates: currencies.filter((code) => code !== base).map((code) => told(code, days, rates)),
  };
}

function countsIn(rows: readonly DayCount[], base: CurrencyCode, rates: ReadonlyMap<string, DayRate>): BaseCounts {
  const converted = rows.map((row) => {
    const { rate } = rates.get(dayRateKey(row.day, row.currency)) as DayRate;
    return { ...row, ...convertedMeasures(row, row.currency, rate, base), of: convertedKey(row) };
  });
  return {
    originals: groupedCounts(rows),
    converted: new Map(
      [...Map.groupBy(converted, ({ of }) => of)].flatMap(([of, same]) =>
        groupedCounts(same.map((row) => ({ ...row, currency: base }))).map((row) => [of, row] as const),
      ),
    ),
    merged: groupedCounts(converted.map((row) => ({ ...row, currency: base }))),
  };
}

/** Where the rates of a currency are from. */
function told(code: CurrencyCode, days: readonly string[], rates: ReadonlyMap<string, DayRate>) {
  const legs = days.flatMap((day) => rates.get(dayRateKey(day, code))?.legs ?? []);
  const times = legs.map(({ effectiveTime }) => effectiveTime).sort();
  return {
    currency: code,
    sources: [...new Set(legs.map(({ source }) => source))].sort(),
    firstTime: times[0] ?? "",
    lastTime: times.at(-1) ?? "",
  };
}
