import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { ChevronLeft, ChevronRight, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, startTransition, useState } from "react";
import { useOperation } from "../../../../platform/api/use-operation.ts";
import { languageTags } from "../../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../../platform/pages/use-confirm.tsx";
import { useToday, useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { type DayMarks, MonthGrid } from "../home.month.detail.tsx";
import { type Day, plusMonths, weeksOf } from "../home.month.policy.ts";
import { widgetMessages } from "../home.widgets.messages.ts";
import { ScheduleAdd } from "./schedule.form.tsx";

type Entry = RecordOf<typeof sysSchedule>;

const done = 1;

/** The reader's own calendar: a month with a dot per entry, and the entries of the chosen day. */
export function ScheduleWidget() {
  const words = useWords(widgetMessages).calendar;
  const tag = languageTags[useLocale()];
  const today = useToday();
  const [day, setDayNow] = useState<Day>(today);
  // The month in view stays, with the focus in it, until the next one has its entries.
  const setDay = (next: Day): void => startTransition(() => setDayNow(next));
  const weeks = weeksOf(day);
  const entries = useWidgetAnswer(sysSchedule, "page", {
    startTime: weeks[0]?.[0] ?? day,
    endTime: weeks.at(-1)?.[6] ?? day,
  });
  const month = new Intl.DateTimeFormat(tag, { year: "numeric", month: "long", timeZone: "UTC" }).format(
    Date.parse(`${day}T12:00Z`),
  );
  const marksOf = (of: Day): DayMarks => {
    const ofDay = entries.filter(({ scheduleTime }) => scheduleTime === of);
    const open = ofDay.filter(({ status }) => status !== done).length;
    const count = fill(words.entries, { count: ofDay.length });
    return {
      dots: ofDay.map(({ status }) => (status === done ? "done" : "open")),
      text: ofDay.length === 0 ? words.none : `${count}, ${fill(words.open, { count: open })}`,
    };
  };
  return (
    <WidgetCard
      hint={month}
      tools={
        <span className="home-month-tools">
          <button type="button" className="ch-btn ch-btn-text" onClick={() => setDay(today)}>
            {words.today}
          </button>
          <MonthButton label={words.previous} onClick={() => setDay(plusMonths(day, -1))}>
            <ChevronLeft size={16} aria-hidden />
          </MonthButton>
          <MonthButton label={words.next} onClick={() => setDay(plusMonths(day, 1))}>
            <ChevronRight size={16} aria-hidden />
          </MonthButton>
        </span>
      }
    >
      <div className="home-schedule">
        <div className="home-schedule-parts">
          <MonthGrid label={month} keys={words.keys} selected={day} today={today} marksOf={marksOf} onSelect={setDay} />
          <DayEntries day={day} entries={entries.filter(({ scheduleTime }) => scheduleTime === day)} onMoved={setDay} />
        </div>
      </div>
    </WidgetCard>
  );
}

const MonthButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className="ch-icon-btn" aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
);

interface DayProps {
  readonly day: Day;
  readonly entries: readonly Entry[];
  /** An entry was added on, or moved to, another day. */
  readonly onMoved: (day: Day) => void;
}

function DayEntries({ day, entries, onMoved }: DayProps) {
  const words = useWords(widgetMessages).calendar;
  const { empty } = useWords(sysSchedule).text ?? {};
  const tag = languageTags[useLocale()];
  const [form, setForm] = useState<{ readonly entry?: Entry }>();
  const heading = new Intl.DateTimeFormat(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(Date.parse(`${day}T12:00Z`));
  return (
    <div className="home-entries">
      <div className="home-entries-head">
        <h3 className="ch-grow">{heading}</h3>
        <button type="button" className="ch-btn" onClick={() => setForm({})}>
          <Plus size={16} aria-hidden />
          {words.addEntry}
        </button>
      </div>
      {entries.length === 0 && <p className="home-empty">{empty}</p>}
      <ul>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} onEdit={() => setForm({ entry })} />
        ))}
      </ul>
      {form && <ScheduleAdd day={day} entry={form.entry} onSaved={onMoved} onClose={() => setForm(undefined)} />}
    </div>
  );
}

function EntryLine({ entry, onEdit }: { readonly entry: Entry; readonly onEdit: () => void }) {
  const words = useWords(widgetMessages).calendar;
  const { actions } = useWords(sysSchedule);
  const quiet = { success: null, alsoChanges: [sysHome] };
  const setStatus = useOperation(sysSchedule, "setStatus", quiet);
  const remove = useOperation(sysSchedule, "delete", { alsoChanges: [sysHome] });
  const { ask, dialog } = useConfirm();
  const { id, content, version } = entry;
  const isDone = entry.status === done;
  const askAndRemove = async (): Promise<void> => {
    const title = fill(words.deleteQuestion, { content });
    const question = { title, text: words.deleteHint, confirm: actions.delete, isDangerous: true };
    if (await ask(question)) await remove.attempt({ id, version });
  };
  return (
    <li data-done={isDone || undefined}>
      <input
        type="checkbox"
        className="ch-check"
        aria-label={fill(words.finish, { content })}
        checked={isDone}
        disabled={setStatus.isRunning}
        onChange={() => void setStatus.attempt({ id, status: isDone ? 0 : done })}
      />
      <div className="ch-grow">
        <p className="home-entry">{content}</p>
        <p className="home-quiet">{hoursOf(entry, words)}</p>
      </div>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={`${actions.update}: ${content}`}
        title={actions.update}
        onClick={onEdit}
      >
        <Pencil size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={`${actions.delete}: ${content}`}
        title={actions.delete}
        onClick={() => void askAndRemove()}
      >
        <Trash2 size={16} aria-hidden />
      </button>
      {dialog}
    </li>
  );
}

/** From when to when an entry lasts. */
function hoursOf({ startTime, endTime }: Entry, words: (typeof widgetMessages)["en"]["calendar"]): string {
  if (startTime && endTime) return `${startTime}–${endTime}`;
  if (startTime) return fill(words.from, { time: startTime });
  return endTime ? fill(words.until, { time: endTime }) : words.allDay;
}
