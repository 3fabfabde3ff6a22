import { type DepositDay, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { Button } from "antd";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { ListAddressControl } from "../../../platform/pages/use-list-address.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import {
  type CalendarDay,
  type CalendarMonth,
  largestOf,
  laterMonths,
  monthDays,
  monthOf,
  stepOf,
} from "./mer-deposit.calendar.policy.ts";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { Sum, useDayName } from "./mer-deposit.words.part.tsx";

/** Whose calendar it is. */
export interface CalendarOwner {
  readonly mode: "live" | "test";
  readonly currency: DepositDay["currency"];
  readonly merchantId?: string;
}

interface ReleaseCalendarProps {
  readonly of: CalendarOwner;
  readonly control: ListAddressControl;
}

/** What goes back on which day, three months at a time; the months after them as bars. A day narrows the list below. */
export function ReleaseCalendar({ of, control }: ReleaseCalendarProps) {
  const words = useWords(depositScreenMessages);
  const today = dayOf(Date.now(), "UTC");
  const [ahead, setAhead] = useState(0);
  const shown = usePhone() ? 1 : 3;
  const first = monthOf(today, ahead);
  const answer = useAnswer(merDeposit, "schedule", { ...of, from: first });
  return (
    <section className="ch-card deposit-calendar" aria-label={words.releaseCalendar}>
      <header>
        <h2 className="ch-section-title">{words.releaseCalendar}</h2>
        <span className="deposit-quiet">
          {words.perDay} · {of.currency}
        </span>
        <span className="ch-grow" />
        <Button
          type="text"
          aria-label={words.earlier}
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => setAhead(ahead - 1)}
        />
        <Button
          type="text"
          aria-label={words.after}
          icon={<ChevronRight size={16} aria-hidden />}
          onClick={() => setAhead(ahead + 1)}
        />
      </header>
      <Answered answer={answer}>
        {({ days, closed }) => (
          <Months days={days} closed={closed} first={first} shown={shown} today={today} of={of} control={control} />
        )}
      </Answered>
    </section>
  );
}

interface MonthsProps extends ReleaseCalendarProps {
  readonly days: readonly DepositDay[];
  readonly closed: readonly string[];
  readonly first: string;
  readonly shown: number;
  readonly today: string;
}

function Months({ days, closed, first, shown, today, of, control }: MonthsProps) {
  const months = Array.from({ length: shown }, (_, index) => monthDays(monthOf(first, index), days, today));
  const largest = largestOf(months.flatMap(({ days: each }) => each));
  const { releaseDate } = control.address.filters;
  const chosen = releaseDate?.kind === "days" && Array.isArray(releaseDate.range) ? releaseDate.range[0] : undefined;
  const choose = (day: string) =>
    control.setFilter("releaseDate", day === chosen ? undefined : { kind: "days", range: [day, day] });
  return (
    <>
      <div className="deposit-months">
        {months.map((month) => (
          <Month
            key={month.first}
            of={month}
            currency={of.currency}
            isClosed={(day) => closed.includes(day)}
            today={today}
            chosen={chosen ?? undefined}
            largest={largest}
            onChoose={choose}
          />
        ))}
      </div>
      <Later days={days} from={monthOf(first, shown)} currency={of.currency} />
    </>
  );
}

interface MonthProps {
  readonly of: CalendarMonth;
  readonly currency: string;
  readonly today: string;
  readonly chosen: string | undefined;
  readonly largest: bigint;
  isClosed(day: string): boolean;
  onChoose(day: string): void;
}

/** A Monday, for the names of the weekdays. */
const monday = Date.parse("2026-06-01");
const week = Array.from({ length: 7 }, (_, index) => dayOf(monday + index * 86_400_000, "UTC"));

function Month({ of, currency, today, chosen, largest, isClosed, onChoose }: MonthProps) {
  const dayName = useDayName();
  const isThisYear = of.first.slice(0, 4) === today.slice(0, 4);
  const name = dayName(of.first, isThisYear ? { month: "long" } : { month: "long", year: "numeric" });
  return (
    <div className="deposit-month">
      <div className="deposit-month-head">
        <h3>{name}</h3>
        <Sum value={String(of.total)} currency={currency} />
      </div>
      <ol className="deposit-days" aria-label={name}>
        {week.map((day, index) => (
          <li key={day} className="deposit-weekday" aria-hidden="true">
            {dayName(day, { weekday: index < 5 ? "short" : "narrow" })}
          </li>
        ))}
        {of.days.map((day, index) => (
          <li key={day.day} style={index === 0 ? { gridColumnStart: day.weekday } : undefined}>
            <Day
              of={day}
              currency={currency}
              isToday={day.day === today}
              isChosen={day.day === chosen}
              isClosed={isClosed(day.day)}
              step={stepOf(day.amount, largest)}
              onChoose={() => onChoose(day.day)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface DayProps {
  readonly of: CalendarDay;
  readonly currency: string;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly isClosed: boolean;
  readonly step: 0 | 1 | 2 | 3;
  onChoose(): void;
}

function Day({ of, currency, isToday, isChosen, isClosed, step, onChoose }: DayProps) {
  const words = useWords(depositScreenMessages);
  const number = Number(of.day.slice(8));
  const look = of.isPast ? "deposit-past" : `deposit-step-${step}`;
  if (of.amount === 0n)
    return (
      <span className={`deposit-day ${look}${isToday ? " deposit-today" : ""}`}>
        <span>{number}</span>
        {isClosed ? <small>{words.closed}</small> : null}
      </span>
    );
  return (
    <button
      type="button"
      className={`deposit-day ${look}${isToday ? " deposit-today" : ""}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span>{number}</span>
      <Sum value={String(of.amount)} currency={currency} />
    </button>
  );
}

interface LaterProps {
  readonly days: readonly DepositDay[];
  readonly from: string;
  readonly currency: string;
}

/** What goes back after the months that are drawn, and what has no day. */
function Later({ days, from, currency }: LaterProps) {
  const words = useWords(depositScreenMessages);
  const dayName = useDayName();
  const months = laterMonths(days, from);
  const total = months.reduce((sum, { amount }) => sum + amount, 0n);
  const largest = largestOf(months);
  const undated = days.find(({ day }) => day === null)?.amount ?? "0";
  if (months.length === 0 && undated === "0") return null;
  return (
    <footer className="deposit-later">
      {months.length > 0 && (
        <p>
          {words.later} <Sum value={String(total)} currency={currency} />
        </p>
      )}
      <ul>
        {months.map(({ first, amount }) => (
          <li key={first}>
            <span>{dayName(first, { month: "short", year: "numeric" })}</span>
            <span className="deposit-bar" aria-hidden="true">
              <span style={{ width: `${Number((amount * 100n) / (largest || 1n))}%` }} />
            </span>
            <Sum value={String(amount)} currency={currency} />
          </li>
        ))}
        {undated === "0" ? null : (
          <li>
            <span>{words.undated}</span>
            <Sum value={undated} currency={currency} />
          </li>
        )}
      </ul>
    </footer>
  );
}
