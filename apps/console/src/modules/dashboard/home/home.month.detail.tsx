import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { languageTags } from "../../../platform/i18n/language.ts";
import { useLocale } from "../../../platform/i18n/use-words.ts";
import { type Day, dayAfterKey, monthOf, weeksOf } from "./home.month.policy.ts";

/** What is marked under a day: one dot each, and a word for those who do not see dots. */
export interface DayMarks {
  readonly dots: readonly ("open" | "done")[];
  readonly text: string;
}

interface Props {
  readonly label: string;
  /** How to move, said once to assistive technology. */
  readonly keys: string;
  readonly selected: Day;
  readonly today: Day;
  marksOf(day: Day): DayMarks;
  onSelect(day: Day): void;
}

const dotsShown = 3;
const noon = (day: Day): number => Date.parse(`${day}T12:00:00.000Z`);

/** The days of a month in weeks, walked by the arrow keys. One day takes part in the tab order: the selected one. */
export function MonthGrid({ label, keys, selected, today, marksOf, onSelect }: Props) {
  const tag = languageTags[useLocale()];
  const keysId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const isWalking = useRef(false);
  const weeks = weeksOf(selected);
  const weekday = (style: "narrow" | "long") => new Intl.DateTimeFormat(tag, { weekday: style, timeZone: "UTC" });
  // Before anything else happens: an effect of the first drawing could still be due when the first key is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the selected day, once it is drawn.
  useLayoutEffect(() => {
    if (!isWalking.current) return;
    isWalking.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [selected]);
  const walk = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : dayAfterKey(selected, event.key);
    if (!next) return;
    event.preventDefault();
    isWalking.current = true;
    onSelect(next);
  };
  return (
    <>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: without styles a grid of days is a table.
        role="grid"
        className="home-month"
        aria-label={label}
        aria-describedby={keysId}
        onKeyDown={walk}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekday("long").format(noon(day))}>
                {weekday("narrow").format(noon(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  name={new Intl.DateTimeFormat(tag, { dateStyle: "full", timeZone: "UTC" }).format(noon(day))}
                  marks={marksOf(day)}
                  isSelected={day === selected}
                  isToday={day === today}
                  isOutside={monthOf(day) !== monthOf(selected)}
                  onSelect={() => onSelect(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={keysId} className="ch-sr">
        {keys}
      </p>
    </>
  );
}

interface CellProps {
  readonly day: Day;
  readonly name: string;
  readonly marks: DayMarks;
  readonly isSelected: boolean;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly onSelect: () => void;
}

const DayCell = ({ day, name, marks, isSelected, isToday, isOutside, onSelect }: CellProps) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
  // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus.
  <td role="gridcell" aria-selected={isSelected}>
    <button
      type="button"
      tabIndex={isSelected ? 0 : -1}
      aria-label={`${name}, ${marks.text}`}
      aria-current={isToday ? "date" : undefined}
      data-day={day}
      data-outside={isOutside || undefined}
      onClick={onSelect}
    >
      <span className="home-day">{Number(day.slice(8))}</span>
      <span className="home-dots" aria-hidden="true">
        {marks.dots.slice(0, dotsShown).map((dot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity, only a number.
          <i key={index} data-done={dot === "done" || undefined} />
        ))}
      </span>
    </button>
  </td>
);
