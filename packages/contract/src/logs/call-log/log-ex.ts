import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field } from "../../kit/field.ts";
import { list, query } from "../../kit/operation.ts";
import { ById } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { callFields, defectList, requestParam } from "./call-fields.ts";
import { sysLogExMessages } from "./log-ex.messages.ts";

const { bizCode: _refusal, ...ofCalls } = callFields;

/** A call that ended in a defect of the product. */
export const LoggedDefect = z.object({
  ...ofCalls,
  /** Class of what was thrown. */
  errorType: z.string(),
  /** What it said, without credentials and card numbers. */
  message: field(z.string(), { kind: "longText" }),
});
export type LoggedDefect = z.output<typeof LoggedDefect>;

const LoggedDefectDetail = LoggedDefect.extend({
  requestParam,
  stack: field(z.string(), { kind: "longText" }).nullable(),
});

/** What was answered with 500: the caller is told a request id alone, and here is what happened. */
export const sysLogEx = defineResource({
  name: "sysLogEx",
  record: LoggedDefect,
  for: "operator",
  operations: {
    page: list(LoggedDefect, defectList, { staleOk: true }),
    detail: query(ById, LoggedDefectDetail, { path: "detail/:id" }),
    export: exportOf(defectList, { stepUp: true }),
  },
  menu: { path: "/log/exlog", component: "call-log/log-ex.list", icon: "bug", order: 120 },
  messages: sysLogExMessages,
});
