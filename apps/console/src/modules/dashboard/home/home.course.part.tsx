import { exponentOf, currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { useCallback } from "react";
import { Chart, type ChartColours } from "../../../platform/charts/chart.tsx";
import { type CourseData, courseOption } from "../../../platform/charts/course.ts";
import { languageTags } from "../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { figureMessages } from "./home.figures.messages.ts";
import {
  alignedTallies,
  amounts,
  changeOf,
  type Measure,
  measureOf,
  rates,
  sumsOf,
  tenthsText,
} from "./home.figures.policy.ts";
import { useFigures, useMeasureText } from "./home.period.part.tsx";

interface CourseProps {
  readonly measure: Measure;
  readonly kind: "line" | "bar";
  readonly label: string;
  readonly height: number;
}

/** Draws a measure over the page's period beside the period before. */
export function MeasureCourse({ measure, kind, label, height }: CourseProps) {
  const words = useWords(figureMessages);
  const textOf = useMeasureText();
  const language = useLocale();
  const { currency, starts, startsBefore, points, pointsBefore, until, step, timeZone } = useFigures();
  const tag = languageTags[language];
  const format = new Intl.DateTimeFormat(
    tag,
    step === "hour"
      ? { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { timeZone, day: "numeric", month: "short" },
  );
  const nameOf = (start: string) => format.format(Date.parse(start));
  const measured = (slot: Parameters<typeof sumsOf>[0]) => measureOf(sumsOf(slot, currency), measure);
  const begun = starts.filter((start) => start <= until).length;
  const isOver = begun === starts.length && Date.parse(until) > Date.parse(starts.at(-1) ?? until) + 90_000_000;
  const course: CourseData = {
    names: starts.map(nameOf),
    namesBefore: startsBefore.map(nameOf),
    now: alignedTallies(starts, points).map((slot, at) => (at < begun ? measured(slot) : null)),
    before: alignedTallies(startsBefore, pointsBefore).map(measured),
    open: isOver ? undefined : begun - 1,
  };
  const text = JSON.stringify(course);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way figures are written follows the language.
  const draw = useCallback(
    (colours: ChartColours) =>
      courseOption(JSON.parse(text) as CourseData, {
        kind,
        colours,
        thisPeriod: words.thisPeriod,
        periodBefore: words.periodBefore,
        change: words.change,
        textOf: (value) => textOf(value, measure, currency),
        shortOf: shortOf(measure, currency),
        changeOf: (now, before) => changeText(changeOf(now, before, measure).by, measure, words.points),
      }),
    [text, kind, measure, currency, words, language],
  );
  return <Chart label={label} height={height} draw={draw} />;
}

const shortOf = (measure: Measure, currency: string | undefined) => {
  const format = new Intl.NumberFormat("en", { notation: "compact" });
  const units = amounts.includes(measure) && currency ? 10 ** exponentOf(knownCurrency(currency)) : 1;
  return (value: number): string =>
    rates.includes(measure) ? `${Math.round(value / 100)} %` : format.format(value / units);
};

const changeText = (by: number | null, measure: Measure, points: string): string => {
  if (by === null) return "";
  const size = `${by > 0 ? "+" : ""}${tenthsText(by)}`;
  return rates.includes(measure) ? points.replace("{value}", size) : `${size} %`;
};
