import { fill } from "@countinghouse/contract/kit/locale.ts";
import { PeriodLegend } from "../../../../platform/charts/period-legend.tsx";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { MeasureCourse } from "../home.course.part.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { measureOf } from "../home.figures.policy.ts";
import { Freshness, useFigures, useMeasureText, usePeriod } from "../home.period.part.tsx";

/** What was captured in the page's currency, hour by hour or day by day, beside the period before. */
export function SalesChartWidget() {
  const words = useWords(figureMessages);
  const { currency, sums, step, countedUntil } = useFigures();
  const { days } = usePeriod();
  const textOf = useMeasureText();
  const period = words.periods[String(days) as keyof typeof words.periods];
  return (
    <WidgetCard
      hint={currency && fill(step === "hour" ? words.perHour : words.perDay, { currency })}
      tools={<PeriodLegend shown={words.thisPeriod} before={words.periodBefore} />}
    >
      <div className="home-body">
        {currency ? (
          <MeasureCourse
            measure="volume"
            kind="line"
            height={280}
            label={fill(words.salesLabel, { period, amount: textOf(measureOf(sums, "volume"), "volume", currency) })}
          />
        ) : (
          <p className="home-empty">{words.empty}</p>
        )}
        <Freshness at={countedUntil} />
      </div>
    </WidgetCard>
  );
}
