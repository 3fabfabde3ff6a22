import type { InboxGroup, InboxItem } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatClock, formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import {
  CircleAlert,
  Clock,
  Download,
  type LucideIcon,
  PencilLine,
  ScrollText,
  Send,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { groupOf, type InboxSection, keyOf } from "./inbox.layout.policy.ts";
import { useItemWords } from "./inbox.words.hook.ts";

const icons: Readonly<Record<InboxGroup, { readonly icon: LucideIcon; readonly tone: string }>> = {
  approvals: { icon: PencilLine, tone: "info" },
  gateways: { icon: TriangleAlert, tone: "danger" },
  endpoints: { icon: Send, tone: "warning" },
  money: { icon: CircleAlert, tone: "danger" },
  authorizations: { icon: Clock, tone: "warning" },
  system: { icon: ScrollText, tone: "danger" },
  files: { icon: Download, tone: "success" },
};

interface RowsProps {
  readonly sections: readonly InboxSection[];
  readonly current: InboxItem | undefined;
  /** Shown inside the row in hand, as on a phone. */
  readonly below: ReactNode;
  onTake(item: InboxItem | undefined): void;
}

/** The list by urgency; the row in hand keeps the focus, so that it is read out as one goes. */
export function InboxRows({ sections, current, below, onTake }: RowsProps) {
  const { words } = useItemWords();
  const list = useRef<HTMLDivElement>(null);
  const key = current && keyOf(current);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = key;
    if (before === undefined || before === key) return;
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    row?.scrollIntoView({ block: "nearest" });
    const { activeElement } = document;
    // Only from row to row, or from nowhere: whoever is elsewhere on the page stays there.
    if (row && (activeElement === document.body || activeElement?.matches("[data-inbox-row]"))) row.focus();
  }, [key]);
  return (
    <div ref={list} className="inbox-rows">
      {sections.map(({ name, items }) => (
        <section key={name} aria-label={words.sections[name]}>
          <h2>
            {words.sections[name]} <span>{items.length}</span>
          </h2>
          <ul>
            {items.map((item) => (
              <li key={keyOf(item)}>
                <Row item={item} isCurrent={keyOf(item) === key} onTake={onTake} isFolding={below !== undefined} />
                {keyOf(item) === key && below && <div className="inbox-below">{below}</div>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  readonly item: InboxItem;
  readonly isCurrent: boolean;
  readonly isFolding: boolean;
  onTake(item: InboxItem | undefined): void;
}

function Row({ item, isCurrent, isFolding, onTake }: RowProps) {
  const { title, line } = useItemWords();
  const { icon: Icon, tone } = icons[groupOf(item)];
  return (
    <button
      type="button"
      className="inbox-row"
      data-inbox-row=""
      aria-current={isCurrent ? "true" : undefined}
      aria-expanded={isFolding ? isCurrent : undefined}
      onClick={() => onTake(isFolding && isCurrent ? undefined : item)}
    >
      <span className="inbox-icon" data-tone={tone}>
        <Icon size={13} aria-hidden="true" />
      </span>
      <span className="inbox-row-text">
        <strong>{title(item)}</strong>
        <small>{line(item)}</small>
      </span>
      <When item={item} />
    </button>
  );
}

/** Until when, or since when: the clock today, else the day. */
function When({ item: { due, since, urgency } }: { readonly item: InboxItem }) {
  const { words } = useItemWords();
  const timeZone = useTimeZone();
  const instant = due ?? since;
  const day = formatInstant(instant, timeZone).slice(0, 10);
  const isToday = day === formatInstant(Date.now(), timeZone).slice(0, 10);
  const time = isToday ? formatClock(instant, timeZone).slice(0, 5) : day.slice(5);
  return (
    <time dateTime={instant} className="inbox-when" data-due={urgency === "due" ? "" : undefined}>
      {due === null ? time : fill(words.before, { time })}
    </time>
  );
}
