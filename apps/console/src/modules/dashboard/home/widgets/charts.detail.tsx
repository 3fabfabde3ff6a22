import { fill } from "@countinghouse/contract/kit/locale.ts";
import { useState } from "react";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { MeasureCourse } from "../home.course.part.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import { measures } from "../home.figures.policy.ts";
import { useFigures, usePeriod } from "../home.period.part.tsx";

/** Any figure of the strip as bars, beside the period before. */
export function ChartsWidget() {
  const words = useWords(figureMessages);
  const { currency } = useFigures();
  const { days } = usePeriod();
  const [measure, setMeasure] = useState<(typeof measures)[number]>("paidOrders");
  const period = words.periods[String(days) as keyof typeof words.periods];
  const tools = (
    <select
      className="ch-plain-select"
      aria-label={words.measure}
      value={measure}
      onChange={(event) => setMeasure(measures.find((one) => one === event.target.value) ?? "paidOrders")}
    >
      {measures.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  );
  return (
    <WidgetCard tools={tools}>
      <div className="home-body">
        {currency ? (
          <MeasureCourse
            measure={measure}
            kind="bar"
            height={220}
            label={fill(words.chartLabel, { measure: words[measure], period })}
          />
        ) : (
          <p className="home-empty">{words.empty}</p>
        )}
      </div>
    </WidgetCard>
  );
}
