import { Fragment, type ReactNode } from "react";
import { dayOf, formatClock, formatInstant } from "../cells/instant.ts";
import type { ChipShape, ChipTone } from "../cells/status-chip.tsx";
import "./layout.css";
import { useTimeZone } from "./ui-settings.ts";

/** Something that happened. */
export interface TimelineEvent {
  readonly key: string;
  readonly title: ReactNode;
  /** ISO 8601. */
  readonly at: string;
  readonly detail?: ReactNode;
  /** Stands under the time: the money that moved. */
  readonly amount?: ReactNode;
  readonly tone?: ChipTone;
  readonly shape?: ChipShape;
}

/** What happened, newest first, a heading for each day; only lines that move money are emphasised. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  const timeZone = useTimeZone();
  const days = events.map(({ at }) => dayOf(at, timeZone));
  return (
    <ol className="ch-timeline" aria-label={label}>
      {events.map((event, index) => (
        <Fragment key={event.key}>
          {days[index] === days[index - 1] ? null : <li className="ch-timeline-day">{days[index]}</li>}
          <TimelineLine event={event} timeZone={timeZone} isLast={days[index] !== days[index + 1]} />
        </Fragment>
      ))}
    </ol>
  );
}

interface TimelineLineProps {
  readonly event: TimelineEvent;
  readonly timeZone: string;
  /** The last event of its day: the rail ends here. */
  readonly isLast: boolean;
}

const TimelineLine = ({ event, timeZone, isLast }: TimelineLineProps) => {
  const { title, at, detail, amount, tone = "neutral", shape = "filled" } = event;
  return (
    <li className={`ch-timeline-event ch-tone-${tone}${isLast ? " ch-timeline-last" : ""}`}>
      <span className="ch-timeline-point">
        <span className={`ch-dot ch-dot-${shape}`} aria-hidden="true" />
      </span>
      <div className="ch-timeline-what">
        <span className={amount ? "ch-timeline-money" : undefined}>{title}</span>
        {detail && <div className="ch-timeline-detail ch-cut">{detail}</div>}
      </div>
      <div className="ch-timeline-when">
        <time dateTime={at} title={formatInstant(at, timeZone)}>
          {formatClock(at, timeZone)}
        </time>
        {amount && <div className="ch-timeline-amount">{amount}</div>}
      </div>
    </li>
  );
};
