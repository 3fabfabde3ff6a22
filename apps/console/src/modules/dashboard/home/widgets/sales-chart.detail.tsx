import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { exponentOf } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useCallback, useState } from "react";
import { Chart, type ChartColours, tooltipOf } from "../../../../platform/charts/chart.tsx";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.service.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { Freshness, SpanChoice, useSpan } from "../home.span.part.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

const dayMs = 86_400_000;

/** Days from the first to the last, those without an order included: a gap is a fact too. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= Date.parse(`${last}T00:00:00Z`); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** What was asked for and what came, day by day, of one currency. */
export function SalesChartWidget() {
  const words = useWords(widgetMessages).figures;
  const language = useLocale();
  const timeZone = useTimeZone();
  const { days: span, choose, input } = useSpan("sales");
  const { points, countedUntil } = useWidgetAnswer(orderStats, "sales", { ...input, step: "day", timeZone });
  const counts = Map.groupBy(points, ({ currency }) => currency);
  const currencies = [...counts.keys()].sort(
    (a, b) =>
      (counts.get(b) ?? []).reduce((total, { orders }) => total + orders, 0) -
      (counts.get(a) ?? []).reduce((total, { orders }) => total + orders, 0),
  );
  const [chosen, setChosen] = useState<string>();
  const currency = currencies.find((one) => one === chosen) ?? currencies[0];
  const text = JSON.stringify(points.filter((one) => one.currency === currency));
  const draw = useCallback(
    (colours: ChartColours) => optionOf(JSON.parse(text) as Point[], { colours, words, language, timeZone }),
    [text, words, language, timeZone],
  );
  if (!currency)
    return (
      <WidgetCard tools={<SpanChoice days={span} onChoose={choose} />}>
        <div className="home-body">
          <p className="home-empty">{words.empty}</p>
        </div>
      </WidgetCard>
    );
  const captured = sum(
    currency,
    (counts.get(currency) ?? []).map((one) => fromWire(one.captured, currency)),
  );
  const label = fill(words.salesLabel, { days: span, amount: formatMoney(captured, { language }) });
  return (
    <WidgetCard tools={<SpanChoice days={span} onChoose={choose} />}>
      <div className="home-body">
        <div className="home-chart-head">
          <b>{formatMoney(captured, { language })}</b>
          <span className="ch-grow" />
          <span className="home-legend">{words.captured}</span>
          <span className="home-legend home-legend-dashed">{words.asked}</span>
          <select
            className="ch-plain-select"
            aria-label={words.currency}
            value={currency}
            onChange={(event) => setChosen(event.target.value)}
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
        <Chart label={label} height={220} draw={draw} />
        <Freshness at={countedUntil} />
      </div>
    </WidgetCard>
  );
}

interface Point {
  readonly start: string;
  readonly currency: string;
  readonly amount: string;
  readonly captured: string;
}

interface Drawing {
  readonly colours: ChartColours;
  readonly words: (typeof widgetMessages)["en"]["figures"] | Readonly<Record<string, string>>;
  readonly language: "en" | "zh-cn" | "zh-tw";
  readonly timeZone: string;
}

function optionOf(points: readonly Point[], { colours, words, language, timeZone }: Drawing) {
  const [first] = points;
  if (!first) return {};
  const { currency } = first;
  const code = fromWire("0", currency).currency;
  const dayOfPoint = ({ start }: Point) => dayOf(Date.parse(start), timeZone);
  const days = daysBetween(dayOfPoint(first), dayOfPoint(points.at(-1) ?? first));
  const byDay = new Map(points.map((point) => [dayOfPoint(point), point]));
  const major = (minor: string) => Number(minor) / 10 ** exponentOf(code);
  const series = (["captured", "amount"] as const).map((name, index) => ({
    name: name === "captured" ? words.captured : words.asked,
    type: "line" as const,
    showSymbol: days.length < 2,
    lineStyle: {
      width: name === "captured" ? 2 : 1.25,
      type: name === "captured" ? ("solid" as const) : ("dashed" as const),
    },
    ...(name === "captured" ? { areaStyle: { opacity: 0.08 } } : {}),
    color: index === 0 ? colours.series[0] : colours.muted,
    data: days.map((day) => major(byDay.get(day)?.[name] ?? "0")),
  }));
  const exact = (day: string, name: "captured" | "amount") =>
    formatMoney(fromWire(byDay.get(day)?.[name] ?? "0", currency), { language });
  return {
    grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: "axis",
      ...tooltipOf(colours),
      formatter: (items: readonly { readonly axisValue: string }[]) => {
        const day = items[0]?.axisValue ?? "";
        return `${day}<br>${words.captured} <b>${exact(day, "captured")}</b><br>${words.asked} ${exact(day, "amount")}`;
      },
    },
    xAxis: {
      type: "category",
      data: days,
      boundaryGap: false,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.muted, formatter: (day: string) => day.slice(5) },
    },
    yAxis: {
      type: "value",
      splitNumber: 3,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: {
        color: colours.muted,
        formatter: (value: number) => new Intl.NumberFormat("en", { notation: "compact" }).format(value),
      },
    },
    series,
  };
}
