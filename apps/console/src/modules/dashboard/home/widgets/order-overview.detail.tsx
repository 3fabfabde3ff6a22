import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Link } from "react-router";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";
import {
  alignedTallies,
  changeOf,
  type Measure,
  measureOf,
  measures,
  sparkline,
  sumsOf,
} from "../home.figures.policy.ts";
import { ChangeMark, chooseCurrency, useFigures, useMeasureText } from "../home.period.part.tsx";

/** The strip of figures: each beside the period before, with its course in small. */
export function OrderOverviewWidget() {
  const words = useWords(figureMessages);
  const figures = useFigures();
  const { currency, currencies, starts, points, until } = figures;
  const slots = alignedTallies(starts, points).slice(0, starts.filter((start) => start <= until).length);
  return (
    <WidgetCard isHeadless tools={<Link to="/trade/order">{words.allOrders}</Link>}>
      <dl className="home-strip">
        {measures.map((measure) => (
          <Figure
            key={measure}
            measure={measure}
            now={measureOf(figures.sums, measure)}
            before={measureOf(figures.sumsBefore, measure)}
            currency={currency}
            course={slots.map((slot) => measureOf(sumsOf(slot, currency), measure))}
            {...(measure === "volume" && currencies.length > 1 ? { currencies } : {})}
          />
        ))}
      </dl>
    </WidgetCard>
  );
}

interface FigureProps {
  readonly measure: Measure;
  readonly now: number | null;
  readonly before: number | null;
  readonly currency: string | undefined;
  readonly course: readonly (number | null)[];
  /** Present where the currency of the page is chosen here. */
  readonly currencies?: readonly string[];
}

function Figure({ measure, now, before, currency, course, currencies }: FigureProps) {
  const words = useWords(figureMessages);
  const textOf = useMeasureText();
  const change = changeOf(now, before, measure);
  // The unit stands small beside its figure.
  const [, figure, unit] = /^(.*?)(?:\s([A-Z]{3}|%))?$/.exec(textOf(now, measure, currency)) ?? [];
  return (
    <div className="home-strip-figure">
      <dt>
        {words[measure]}
        {currencies && (
          <select
            className="ch-plain-select"
            aria-label={words.currency}
            value={currency}
            onChange={(event) => chooseCurrency(event.target.value)}
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </dt>
      <dd className="home-strip-value">
        {figure}
        {unit && <small>{unit}</small>}
      </dd>
      <dd className="home-strip-change">
        <ChangeMark change={change} measure={measure} />
        <span className="ch-cut">
          {before === null || (before === 0 && change.by === null)
            ? words.noneBefore
            : fill(words.was, { value: textOf(before, measure, currency) })}
        </span>
      </dd>
      <dd aria-hidden="true">
        <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="presentation">
          <path d={sparkline(course)} />
        </svg>
      </dd>
    </div>
  );
}
