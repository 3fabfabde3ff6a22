import { z } from "zod";
import { Day, field, Id, requiredText } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { FinishStatus } from "../../system-enumerations.ts";
import { sysScheduleMessages } from "./schedule.messages.ts";

/** A time of day, `HH:mm`. */
export const TimeOfDay = field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), { kind: "text", format: "timeOfDay" });

const fields = {
  /** The day of the entry. */
  scheduleTime: Day,
  startTime: TimeOfDay.nullish(),
  endTime: TimeOfDay.nullish(),
  content: requiredText(256),
};

/** An entry of the caller's own calendar. */
export const Schedule = z.object({ id: Id, userId: Id, ...fields, status: FinishStatus.schema, ...auditFields });

const own = { access: "signedIn" } as const;

export const sysSchedule = defineResource({
  name: "sysSchedule",
  record: Schedule,
  refusals: {
    endsBeforeStart: { field: "endTime" },
  },
  operations: {
    /** The caller's entries from the first to the last day, both included, by day and time. */
    page: query(z.object({ startTime: Day.nullish(), endTime: Day.nullish() }), z.array(Schedule), {
      ...own,
      method: "POST",
    }),
    detail: query(ById, Schedule, { ...own, path: "detail/:id" }),
    add: command(z.object(fields), Id, { ...own, refusals: ["endsBeforeStart"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { ...own, refusals: ["endsBeforeStart"] }),
    delete: command(Removal, Done, own),
    setStatus: command(z.object({ id: Id, status: FinishStatus.schema }), Done, own),
  },
  messages: sysScheduleMessages,
});
