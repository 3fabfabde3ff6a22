import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useId } from "react";
import { addDays, dayOf, formatInstant, instantOf } from "../cells/instant.ts";
import { deviceTimeZone } from "../layout/ui-settings.ts";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import { type InputProps, sharedProps } from "./inputs.tsx";

interface ZonedProps extends InputProps<string> {
  readonly timeZone: string;
}

/** "Now" and "today" are the device's: offered only where its time zone is the reader's. */
const shared = ({ timeZone, ...props }: Omit<ZonedProps, "value" | "onChange">) => ({
  ...sharedProps(props),
  className: "ch-calendar",
  showNow: deviceTimeZone() === timeZone,
});

/** Picks a calendar day, `YYYY-MM-DD`. Loaded on demand: the calendar is the heaviest of the inputs. */
export const CalendarDay = ({ value, onChange, ...props }: ZonedProps) => (
  <DatePicker
    {...shared(props)}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange(day ? day.format("YYYY-MM-DD") : null)}
  />
);

/** Picks an instant by calendar and clock of a zone; the value is ISO 8601 in UTC. */
export const CalendarInstant = ({ value, onChange, ...props }: ZonedProps) => (
  <DatePicker
    {...shared(props)}
    showTime
    value={value ? dayjs(formatInstant(value, props.timeZone)) : null}
    onChange={(moment) => onChange(moment ? instantOf(moment.format("YYYY-MM-DDTHH:mm:ss"), props.timeZone) : null)}
  />
);

interface CalendarRangeProps {
  /** First and last day, both included; null where the range is open. */
  readonly value: readonly [string | null, string | null];
  onChange(value: readonly [string | null, string | null]): void;
  readonly timeZone: string;
  readonly label: string;
}

/** Picks a range of days, both ends included, either end open. Each end is an input with a name of its own. */
export function CalendarRange({ value: [from, to], onChange, timeZone, label }: CalendarRangeProps) {
  const words = useUiWords();
  const id = useId();
  const today = dayOf(Date.now(), timeZone);
  // The picker copies an `aria-label` to both of its inputs, so the names are labels.
  const ends = { start: `${id}-from`, end: `${id}-to` };
  return (
    <>
      <label className="ch-sr" htmlFor={ends.start}>
        {fillWords(words.rangeFrom, { label })}
      </label>
      <label className="ch-sr" htmlFor={ends.end}>
        {fillWords(words.rangeTo, { label })}
      </label>
      <DatePicker.RangePicker
        id={ends}
        placeholder={[words.from, words.to]}
        size="small"
        allowEmpty={[true, true]}
        value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
        maxDate={dayjs(addDays(today, 3_650))}
        onChange={(days) =>
          onChange([days?.[0]?.format("YYYY-MM-DD") ?? null, days?.[1]?.format("YYYY-MM-DD") ?? null])
        }
      />
    </>
  );
}
