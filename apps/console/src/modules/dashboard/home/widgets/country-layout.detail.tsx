import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { money } from "@countinghouse/money/money.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { countryName } from "../../../../platform/i18n/country-name.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { changeOf, ratioOf } from "../home.figures.policy.ts";
import { ChangeMark, useFigures, usePeriod } from "../home.period.part.tsx";
import { roundPercentOf } from "./conversion.detail.tsx";

const shown = 6;

interface Row {
  readonly code: string;
  readonly name: string;
  readonly orders: number;
  readonly attempted: number;
  readonly paid: number;
  readonly captured: bigint;
  /** Hundredths of a percent; null where nothing was tried. */
  readonly before: number | null;
}

/** The countries payers are in, the most orders first, the small ones together. */
export function CountryLayoutWidget() {
  const words = useWords(figureMessages);
  const locale = useLocale();
  const period = usePeriod();
  const { currency } = useFigures();
  const { countries } = useWidgetAnswer(orderStats, "countries", period.now);
  const { countries: earlier } = useWidgetAnswer(orderStats, "countries", period.before);
  const isPhone = usePhone();
  const rowOf = (code: string, name: string, of: typeof countries): Row => ({
    code,
    name,
    ...totalsOf(of),
    captured: of
      .flatMap(({ captured }) => captured)
      .filter((one) => one.currency === currency)
      .reduce((sum, one) => sum + BigInt(one.captured), 0n),
    before: beforeOf(earlier, (one) => of.some(({ country }) => country === one)),
  });
  const others = countries.slice(shown);
  const rows = countries.slice(0, shown).map((one) => rowOf(one.country, countryName(one.country, locale), [one]));
  if (others.length > 0) rows.push(rowOf("", fill(words.others, { count: others.length }), others));
  const { orders: all } = totalsOf(countries);
  const most = Math.max(1, ...rows.map(({ orders }) => orders));
  return (
    <WidgetCard hint={words.byCountry}>
      <div className="home-body home-scroll">
        {rows.length === 0 && <p className="home-empty">{words.empty}</p>}
        {rows.length > 0 && (
          <table className="home-table home-country-rows">
            <thead>
              <tr>
                <th scope="col">{words.country}</th>
                {!isPhone && currency && (
                  <>
                    <th scope="col" className="home-figure" colSpan={2}>
                      {words.share}
                    </th>
                    <th scope="col" className="home-figure">
                      {fill(words.volumeIn, { currency })}
                    </th>
                  </>
                )}
                <th scope="col" className="home-figure">
                  {words.orders}
                </th>
                <th scope="col" className="home-figure">
                  {words.success}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <CountryRow key={row.code} row={row} all={all} most={most} currency={isPhone ? undefined : currency} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </WidgetCard>
  );
}

interface CountryRowProps {
  readonly row: Row;
  /** Orders of all countries, and of the one with the most. */
  readonly all: number;
  readonly most: number;
  /** Of the page; absent where there is no room for more than the counts. */
  readonly currency: string | undefined;
}

function CountryRow({ row, all, most, currency }: CountryRowProps) {
  return (
    <tr>
      <td className="ch-cut">
        <span className="home-code">{row.code}</span>
        {row.name}
      </td>
      {currency && (
        <>
          <td className="home-funnel-cell">
            <span className="home-share" aria-hidden="true">
              <i data-rest={row.code === "" || undefined} style={{ width: `${(row.orders / most) * 100}%` }} />
            </span>
          </td>
          <td className="home-figure">{roundPercentOf(row.orders, all)}</td>
          <td className="home-figure home-strong">
            {/* Who paid in other currencies alone is no 0.00 of this one. */}
            {row.captured === 0n ? "–" : <MoneyCell amount={money(row.captured, knownCurrency(currency))} isPlain />}
          </td>
        </>
      )}
      <td className="home-figure">{row.orders.toLocaleString("en-US")}</td>
      <td className="home-figure home-rate">
        {roundPercentOf(row.paid, row.attempted)}{" "}
        <span>
          <ChangeMark
            change={changeOf(ratioOf(row.paid, row.attempted), row.before, "approval")}
            measure="approval"
            isShort
          />
        </span>
      </td>
    </tr>
  );
}

interface Counts {
  readonly orders: number;
  readonly attempted: number;
  readonly paid: number;
}

const totalsOf = (of: readonly Counts[]): Counts => ({
  orders: of.reduce((sum, one) => sum + one.orders, 0),
  attempted: of.reduce((sum, one) => sum + one.attempted, 0),
  paid: of.reduce((sum, one) => sum + one.paid, 0),
});

const beforeOf = (
  earlier: readonly (Counts & { readonly country: string })[],
  isOf: (country: string) => boolean,
): number | null => {
  const { paid, attempted } = totalsOf(earlier.filter(({ country }) => isOf(country)));
  return ratioOf(paid, attempted);
};
