import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { useCallback } from "react";
import { Chart, type ChartColours, tooltipOf } from "../../../../platform/charts/chart.tsx";
import { prepareWorld } from "../../../../platform/charts/world.ts";
import { countryName } from "../../../../platform/i18n/country-name.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { Freshness, usePeriod } from "../home.period.part.tsx";
import { percentOf } from "./conversion.detail.tsx";

const shown = 6;

interface Place {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

const optionOf = (places: readonly Place[], colours: ChartColours) => ({
  tooltip: {
    trigger: "item",
    ...tooltipOf(colours),
    formatter: ({ data }: { readonly data?: Place }) => data?.text ?? "",
  },
  visualMap: {
    show: false,
    min: 0,
    max: Math.max(1, ...places.map(({ value }) => value)),
    inRange: { color: [colours.track, colours.series[0]] },
  },
  series: [
    {
      type: "map",
      map: "world",
      roam: false,
      top: 0,
      bottom: 0,
      left: 0,
      right: 0,
      itemStyle: { areaColor: colours.track, borderColor: colours.surface, borderWidth: 0.5 },
      emphasis: { label: { show: false }, itemStyle: { areaColor: colours.series[1] } },
      select: { disabled: true },
      label: { show: false },
      data: places,
    },
  ],
});

/** Where payers are, and how often payments from there succeed: as a map, and the first few in figures. */
export function CountryOverviewWidget() {
  const words = useWords(figureMessages);
  const locale = useLocale();
  const period = usePeriod();
  const { countries, countedUntil } = useWidgetAnswer(orderStats, "countries", period.now);
  const places: Place[] = countries.map(({ country, orders, attempted, paid }) => ({
    name: country,
    value: orders,
    text: fill(words.countryTip, {
      country: countryName(country, locale),
      orders: orders.toLocaleString("en-US"),
      rate: percentOf(paid, attempted),
    }),
  }));
  const text = JSON.stringify(places);
  const draw = useCallback((colours: ChartColours) => optionOf(JSON.parse(text) as Place[], colours), [text]);
  return (
    <WidgetCard>
      <div className="home-body">
        {places.length === 0 ? <p className="home-empty">{words.empty}</p> : null}
        {places.length > 0 ? (
          <div className="home-countries">
            <Chart label={words.mapLabel} height={230} draw={draw} prepare={prepareWorld} />
            <table className="home-table">
              <thead>
                <tr>
                  <th scope="col">{words.country}</th>
                  <th scope="col" className="home-figure">
                    {words.orders}
                  </th>
                  <th scope="col" className="home-figure">
                    {words.success}
                  </th>
                </tr>
              </thead>
              <tbody>
                {countries.slice(0, shown).map(({ country, orders, attempted, paid }) => (
                  <tr key={country}>
                    <td className="ch-cut">{countryName(country, locale)}</td>
                    <td className="home-figure">{orders.toLocaleString("en-US")}</td>
                    <td className="home-figure">{percentOf(paid, attempted)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
        <Freshness at={countedUntil} />
      </div>
    </WidgetCard>
  );
}
