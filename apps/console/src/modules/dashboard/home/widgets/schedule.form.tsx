import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { RecordForm } from "../../../../platform/pages/record-form.tsx";
import type { Day } from "../home.month.policy.ts";

type Entry = RecordOf<typeof sysSchedule>;

interface Props {
  readonly day: Day;
  /** The entry to change; a new one is added without it. */
  readonly entry: Entry | undefined;
  onSaved(day: Day): void;
  onClose(): void;
}

/** A time of day, by the browser's own control. */
const TimeInput = ({ facts, value, onChange }: InputProps<string>) => (
  <span className="ch-input home-input" data-invalid={facts.isInvalid || undefined}>
    <input
      id={facts.id}
      type="time"
      aria-invalid={facts.isInvalid}
      aria-describedby={facts.describedBy}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    />
  </span>
);

const fields = [
  { field: "content", isWide: true },
  { field: "scheduleTime", isWide: true },
  { field: "startTime", input: TimeInput },
  { field: "endTime", input: TimeInput },
] as const;

/** Adds an entry to the reader's calendar, or changes one. */
export function ScheduleAdd({ day, entry, onSaved, onClose }: Props) {
  const client = useQueryClient();
  const saved = (_result: unknown, values: Readonly<Record<string, unknown>>) => {
    void client.invalidateQueries({ queryKey: [sysHome.name] });
    onSaved(String(values.scheduleTime));
  };
  return entry ? (
    <RecordForm
      resource={sysSchedule}
      operation="update"
      fields={fields}
      record={entry}
      onDone={saved}
      onClose={onClose}
    />
  ) : (
    <RecordForm
      resource={sysSchedule}
      operation="add"
      fields={fields}
      initial={{ scheduleTime: day }}
      onDone={saved}
      onClose={onClose}
    />
  );
}
