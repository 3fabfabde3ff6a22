import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

const fields = ["calendar", "day", "name", "kind", "status", { field: "remark", isWide: true }] as const;

/** Adds a day to a calendar, or changes the one it is opened on. */
export const CalendarAdd = ({ record, onClose }: RowFormProps<RecordOf<typeof businessDay>>) =>
  record ? (
    <RecordForm resource={businessDay} operation="update" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm resource={businessDay} operation="add" fields={fields} onClose={onClose} />
  );
