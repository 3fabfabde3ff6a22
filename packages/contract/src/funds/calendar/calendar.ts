import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { exportOf } from "../../kit/export.ts";
import { Day, field, Id, Integer, optionalText, requiredText } from "../../kit/field.ts";
import { between, contains, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { Status } from "../../system-enumerations.ts";
import { businessDayMessages } from "./calendar.messages.ts";

/** How a day departs from its week: a weekday on which banks rest, or a weekend on which they work. */
export const BusinessDayKind = defineEnumeration("BusinessDayKindEnum", text3("Day kind", "日期类型", "日期類型"), {
  Closed: ["closed", text3("Non-business day", "非营业日", "非營業日"), "neutral", "hollow"],
  Open: ["open", text3("Working weekend", "调休营业日", "補班營業日"), "success"],
});

/** Code of a settlement calendar, such as `US`, `CN` or `EU-TARGET`; written in capitals however it is typed. */
export const CalendarCode = field(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z][A-Z0-9-]{0,31}$/),
  { kind: "code", format: "calendar" },
);

/** A calendar that there is, chosen among those that list days. */
export const ChosenCalendar = field(CalendarCode.clone(), { kind: "code", isCalendar: true });

const fields = {
  calendar: CalendarCode,
  day: Day,
  name: requiredText(64),
  kind: BusinessDayKind.schema.default("closed"),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** A day on which a settlement calendar departs from its week. */
export const BusinessDay = z.object({ id: Id, ...fields, ...tenantFields, ...auditFields });

const spec = {
  filters: { calendar: contains(32), day: between(Day), kind: oneOf(BusinessDayKind.schema), name: contains(64) },
  sortBy: ["day", "calendar", "name", "createTime"],
  defaultSort: { field: "day", order: "asc", comingFirst: true },
} as const;

export const businessDay = defineResource({
  name: "businessDay",
  record: BusinessDay,
  refusals: {
    duplicate: { status: 409, field: "day", constraint: "business_days_calendar_day_unique" },
  },
  operations: {
    page: list(BusinessDay, spec),
    /** The calendars that forms choose from, with how many days each lists. */
    list: query(Nothing, z.array(z.object({ calendar: CalendarCode, days: Integer })), { access: "signedIn" }),
    detail: query(ById, BusinessDay),
    add: command(z.object(fields), Id, { refusals: ["duplicate"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { refusals: ["duplicate"] }),
    delete: command(Removal, Done),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/calendar",
    component: "calendar/calendar.list",
    icon: "calendar-days",
    order: 160,
  },
  messages: businessDayMessages,
});
