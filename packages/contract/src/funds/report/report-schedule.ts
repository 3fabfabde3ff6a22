import { z } from "zod";
import { field, Instant, Integer, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import { Currency, idOf, TimeZone } from "../../payment-fields.ts";
import { reference } from "../../references.ts";
import {
  ReportCadence,
  ReportFileFormat,
  ReportGroup,
  ReportSending,
  ReportSpan,
  ScheduledReport,
} from "./report-enumerations.ts";
import { reportScheduleMessages } from "./report-schedule.messages.ts";

/** Id of a schedule. */
export const ReportScheduleId = idOf("rps");

/** Schedules that one person may have. */
export const schedulesMax = 50;

const own = {
  name: requiredText(64),
  report: ScheduledReport.schema,
  mode: PaymentMode.schema.default("live"),
  /** Full days of the zone before it is made. */
  span: ReportSpan.schema,
  groupBy: ReportGroup.schema,
  currency: Currency.nullish(),
  merchantId: reference("merchant").nullish(),
  format: ReportFileFormat.schema.default("csv"),
  timeZone: TimeZone,
  cadence: ReportCadence.schema,
  /** The day of the week, Monday first, or of the month up to its 28th; none where it is made every day. */
  onDay: Integer.min(1).max(28).nullish(),
  /** On the clock of the zone. */
  atTime: field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), { kind: "code" }),
  /** Mail addresses of colleagues who could make the very file themselves; without any it is kept under Downloads alone. */
  recipients: field(z.array(z.email().max(128)).max(20), { kind: "list" }).default([]),
  /** Where the file is put besides, as SFTP or in a bucket; the operator's own schedules alone. */
  fileEndpointId: reference("fileEndpoint").nullish(),
};

/** A report that is made again and again, in the name of whoever set it up and with what they may see then. */
export const ReportSchedule = z.object({
  id: ReportScheduleId,
  ...own,
  currency: Currency.nullable(),
  merchantId: reference("merchant").nullable(),
  onDay: Integer.nullable(),
  fileEndpointId: reference("fileEndpoint").nullable(),
  fileEndpointName: z.string().nullable(),
  status: SwitchStatus.schema,
  nextTime: Instant,
  lastTime: Instant.nullable(),
  lastState: ReportSending.schema.nullable(),
  lastError: z.string().nullable(),
  ...auditFields,
});
export type ReportSchedule = z.output<typeof ReportSchedule>;

const spec = {
  filters: {
    name: contains(64),
    report: oneOf(ScheduledReport.schema),
    status: oneOf(SwitchStatus.schema),
    lastState: oneOf(ReportSending.schema),
  },
  sortBy: ["name", "nextTime", "createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const refusals = [
  "dayNotOfCadence",
  "groupNotOfReport",
  "notAllowed",
  "unknownRecipient",
  "recipientMayNot",
  "noMail",
  "endpointUnknown",
  "tooMany",
  "duplicateName",
] as const;

export const reportSchedule = defineResource({
  name: "reportSchedule",
  record: ReportSchedule,
  refusals: {
    dayNotOfCadence: { status: 422, field: "onDay" },
    groupNotOfReport: { status: 422, field: "groupBy" },
    notAllowed: { status: 403, field: "report" },
    unknownRecipient: { status: 422, field: "recipients" },
    recipientMayNot: { status: 422, field: "recipients" },
    noMail: { status: 409, field: "recipients" },
    endpointUnknown: { status: 422, field: "fileEndpointId" },
    tooMany: { status: 409 },
    sentJustNow: { status: 429 },
    duplicateName: { status: 409, field: "name", constraint: "report_schedules_name_unique" },
  },
  operations: {
    /** One's own. */
    page: list(ReportSchedule, spec),
    detail: query(z.object({ id: ReportScheduleId }), ReportSchedule),
    add: command(z.object(own), ReportScheduleId, { refusals }),
    update: command(changeInput({ ...own, id: ReportScheduleId, version: auditFields.version.nullish() }), Done, {
      refusals,
    }),
    setStatus: command(
      z.object({ id: ReportScheduleId, status: SwitchStatus.schema, version: auditFields.version.nullish() }),
      Done,
    ),
    /** Makes and sends it now, beside its times: once a minute, since its readers get a mail each time. */
    send: command(z.object({ id: ReportScheduleId }), Done, { refusals: ["notAllowed", "sentJustNow"] }),
    delete: command(z.object({ id: ReportScheduleId, version: auditFields.version.nullish() }), Done),
  },
  menu: {
    path: "/finance/report/schedule",
    component: "report/report-schedule.list",
    icon: "calendar-clock",
    order: 330,
  },
  messages: reportScheduleMessages,
});
