import { dayOf } from "../cells/instant.ts";
import { lazyPart } from "../layout/lazy-part.tsx";
import { useTimeZone } from "../layout/ui-settings.ts";
import { useUiWords } from "../layout/ui-words.ts";
import { type DateRange, daysOf, rangePresets } from "./date-range.ts";
import "./fields.css";
import { InputBone } from "./input-bone.tsx";

const CalendarRange = lazyPart(async () => (await import("./calendar.tsx")).CalendarRange, InputBone);

interface DateRangePresetsProps {
  readonly label: string;
  readonly value: DateRange | undefined;
  onChange(value: DateRange | undefined): void;
}

/** Last 7, 30, 90 days, past year, or a custom range. */
export function DateRangePresets({ label, value, onChange }: DateRangePresetsProps) {
  const words = useUiWords();
  const timeZone = useTimeZone();
  const isCustom = value !== undefined && typeof value !== "string";
  const today = dayOf(Date.now(), timeZone);
  return (
    <div className="ch-range" role="radiogroup" aria-label={label}>
      {rangePresets.map((preset) => (
        <label key={preset} className="ch-choice">
          <input type="radio" name={`range-${label}`} checked={value === preset} onChange={() => onChange(preset)} />
          {words[preset]}
        </label>
      ))}
      <label className="ch-choice">
        <input
          type="radio"
          name={`range-${label}`}
          checked={isCustom}
          onChange={() => onChange(daysOf(typeof value === "string" ? value : "last7Days", today))}
        />
        {words.custom}
      </label>
      {isCustom && (
        <CalendarRange
          label={label}
          timeZone={timeZone}
          value={value}
          onChange={(days) => onChange(days[0] === null && days[1] === null ? undefined : days)}
        />
      )}
    </div>
  );
}
