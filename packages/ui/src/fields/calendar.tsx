import { DatePicker } from "antd";
import dayjs from "dayjs";
import { addDays, dayOf, formatInstant, startOfDay } from "../cells/instant.ts";
import type { InputProps } from "./inputs.tsx";

/** Picks a calendar day, `YYYY-MM-DD`. Loaded on demand: the calendar is the heaviest of the inputs. */
export const CalendarDay = ({ facts, value, onChange, isDisabled }: InputProps<string>) => (
  <DatePicker
    id={facts.id}
    className="ch-calendar"
    disabled={isDisabled ?? false}
    aria-invalid={facts.isInvalid}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange(day ? day.format("YYYY-MM-DD") : null)}
  />
);

/** Picks an instant by calendar and clock of a zone; ISO 8601 in UTC goes out. */
export const CalendarInstant = ({
  facts,
  value,
  onChange,
  isDisabled,
  timeZone,
}: InputProps<string> & { readonly timeZone: string }) => (
  <DatePicker
    id={facts.id}
    className="ch-calendar"
    showTime
    disabled={isDisabled ?? false}
    aria-invalid={facts.isInvalid}
    value={value ? dayjs(formatInstant(value, timeZone)) : null}
    onChange={(moment) => onChange(moment ? instantOfWall(moment.format("YYYY-MM-DDTHH:mm:ss"), timeZone) : null)}
  />
);

/** The instant a wall clock in a zone shows `YYYY-MM-DDTHH:mm:ss`. */
function instantOfWall(wall: string, timeZone: string): string {
  const [day = "", clock = "00:00:00"] = wall.split("T");
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const sinceMidnight = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return new Date(Date.parse(startOfDay(day, timeZone)) + sinceMidnight).toISOString();
}

interface CalendarRangeProps {
  /** First and last day, both included; null where the range is open. */
  readonly value: readonly [string | null, string | null];
  onChange(value: readonly [string | null, string | null]): void;
  readonly timeZone: string;
  readonly label: string;
}

/** Picks a range of days, both ends included, either end open. */
export function CalendarRange({ value: [from, to], onChange, timeZone, label }: CalendarRangeProps) {
  const today = dayOf(Date.now(), timeZone);
  return (
    <DatePicker.RangePicker
      aria-label={label}
      size="small"
      allowEmpty={[true, true]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      maxDate={dayjs(addDays(today, 3_650))}
      onChange={(days) => onChange([days?.[0]?.format("YYYY-MM-DD") ?? null, days?.[1]?.format("YYYY-MM-DD") ?? null])}
    />
  );
}
