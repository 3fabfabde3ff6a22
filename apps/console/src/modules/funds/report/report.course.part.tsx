import { decimalText, growthOf } from "@countinghouse/contract/funds/report/report-change.ts";
import type { ReportPoint } from "@countinghouse/contract/funds/report/report-fields.ts";
import { exponentOf, currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { useCallback } from "react";
import { Chart, type ChartColours } from "../../../platform/charts/chart.tsx";
import { type CourseData, courseOption } from "../../../platform/charts/course.ts";
import { PeriodLegend } from "../../../platform/charts/period-legend.tsx";
import { languageTags } from "../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { amountText } from "./report.figures.part.tsx";
import { reportScreenMessages } from "./report.messages.ts";
import { type Report, type ReportResource, stepOf } from "./report.query.hook.ts";

interface CourseProps {
  readonly resource: ReportResource;
  readonly report: Report;
  readonly currency: string;
}

/** Sales step by step beside the period before, in one currency. */
export function ReportCourse({ resource, report, currency }: CourseProps) {
  const words = useWords(reportScreenMessages);
  const step = stepOf(report.asked);
  const answer = useAnswer(resource, "trend", {
    ...report.asked,
    ...(report.view.baseCurrency ? report.inBase : { currency: [knownCurrency(currency)] }),
    step,
  });
  const title = { day: words.perDay, week: words.perWeek, month: words.perMonth }[step];
  return (
    <section className="ch-card report-card">
      <header className="report-card-head">
        <h2>{title}</h2>
        <span className="report-quiet">{currency}</span>
        <span className="ch-grow" />
        <PeriodLegend shown={words.thisPeriod} before={words.before} />
      </header>
      <div className="report-chart">
        <Answered answer={answer}>{(trend) => <SalesChart {...trend} currency={currency} label={title} />}</Answered>
      </div>
    </section>
  );
}

interface SalesChartProps {
  readonly steps: readonly string[];
  readonly stepsBefore: readonly string[];
  readonly points: readonly ReportPoint[];
  readonly pointsBefore: readonly ReportPoint[];
  readonly currency: string;
  readonly label: string;
}

/** Sales of every step, those without any included. */
const salesOf = (steps: readonly string[], points: readonly ReportPoint[]): readonly number[] => {
  const byDay = new Map(points.map(({ date, salesAmount }) => [date, Number(salesAmount)]));
  return steps.map((day) => byDay.get(day) ?? 0);
};

function SalesChart({ steps, stepsBefore, points, pointsBefore, currency, label }: SalesChartProps) {
  const words = useWords(reportScreenMessages);
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(languageTags[locale], { timeZone: "UTC", day: "numeric", month: "short" });
  const nameOf = (date: string) => day.format(Date.parse(date));
  const course: CourseData = {
    names: steps.map(nameOf),
    namesBefore: stepsBefore.map(nameOf),
    now: salesOf(steps, points),
    before: salesOf(stepsBefore, pointsBefore),
    open: undefined,
  };
  const text = JSON.stringify(course);
  const draw = useCallback(
    (colours: ChartColours) => {
      const units = 10 ** exponentOf(knownCurrency(currency));
      const short = new Intl.NumberFormat("en", { notation: "compact" });
      return courseOption(JSON.parse(text) as CourseData, {
        kind: "line",
        colours,
        thisPeriod: words.thisPeriod,
        periodBefore: words.before,
        change: words.change,
        textOf: (value) => (value === null ? "–" : `${amountText(String(value), currency)} ${currency}`),
        shortOf: (value) => short.format(value / units),
        changeOf: (now, before) => {
          const by = now === null || before === null ? null : growthOf(now, before);
          return by === null ? "" : `${by > 0 ? "+" : ""}${decimalText(by, 1)} %`;
        },
      });
    },
    [text, currency, words],
  );
  return <Chart label={label} height={200} draw={draw} />;
}
