import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { exportOf } from "../../kit/export.ts";
import { field } from "../../kit/field.ts";
import { text3 } from "../../kit/locale.ts";
import { list, query } from "../../kit/operation.ts";
import { ById } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { callFields, commandList, requestParam } from "./call-fields.ts";
import { sysLogOpMessages } from "./log-op.messages.ts";

/** How a command ended, by the status it was answered with. */
export const CommandOutcome = defineEnumeration("CommandOutcomeEnum", text3("Outcome", "操作结果", "操作結果"), {
  Done: ["done", text3("Done", "成功", "成功"), "success"],
  Asked: ["asked", text3("Waits for approval", "待复核", "待覆核"), "info", "hollow"],
  Refused: ["refused", text3("Refused", "已拒绝", "已拒絕"), "warning"],
  Failed: ["failed", text3("Failed", "异常", "異常"), "danger"],
});

/** A command that somebody ran, and how it ended. */
export const LoggedCommand = z.object({ ...callFields, outcome: CommandOutcome.schema });
export type LoggedCommand = z.output<typeof LoggedCommand>;

const LoggedCommandDetail = LoggedCommand.extend({
  requestParam,
  /** What the caller was told where it was refused. */
  message: field(z.string(), { kind: "longText" }).nullable(),
});

/** Every command, let through or not. What it changed stands in the change log. */
export const sysLogOp = defineResource({
  name: "sysLogOp",
  record: LoggedCommand,
  for: "operator",
  operations: {
    page: list(LoggedCommand, commandList, { staleOk: true }),
    detail: query(ById, LoggedCommandDetail, { path: "detail/:id" }),
    export: exportOf(commandList, { stepUp: true }),
  },
  menu: { path: "/log/oplog", component: "call-log/log-op.list", icon: "square-terminal", order: 110 },
  messages: sysLogOpMessages,
});
