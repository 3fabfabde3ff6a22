import type { ReactNode } from "react";
import { formatInstant } from "../cells/instant.ts";
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

/** What happened, newest first; only lines that move money are emphasised. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  const timeZone = useTimeZone();
  return (
    <ol className="ch-timeline" aria-label={label}>
      {events.map(({ key, title, at, detail, amount, tone = "neutral", shape = "filled" }) => (
        <li key={key} className={`ch-tone-${tone}`}>
          <span className="ch-timeline-point">
            <span className={`ch-dot ch-dot-${shape}`} aria-hidden="true" />
          </span>
          <div className="ch-timeline-what">
            <span className={amount ? "ch-timeline-money" : undefined}>{title}</span>
            {detail && <div className="ch-timeline-detail ch-cut">{detail}</div>}
          </div>
          <div className="ch-timeline-when">
            <time dateTime={at}>{formatInstant(at, timeZone)}</time>
            {amount && <div className="ch-timeline-amount">{amount}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
