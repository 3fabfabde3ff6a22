import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact } from "../../kit/list.ts";
import { list, query } from "../../kit/operation.ts";
import { ById, tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysLogDiffMessages } from "./log-diff.messages.ts";

const words = z.string().nullable();
const Row = field(z.record(z.string(), z.unknown()).nullable(), { kind: "json" });

/** One changed row as it was before and after; of one that was only shown, by which number it is known and whose it is. */
export const RowDifference = z.object({
  tableName: z.string(),
  recordId: z.string(),
  diffType: z.enum(["insert", "update", "delete", "read"]),
  beforeData: Row,
  afterData: Row,
});

/** A command that changed rows, as the audit trail keeps it. */
export const Difference = z.object({
  id: Id,
  createTime: Instant,
  /** The operation, such as `sysPos.update`. */
  operation: z.string(),
  /** What the operation is called in the caller's language; its code where it has no name. */
  operationName: z.string(),
  account: words,
  realName: words,
  /** What people call the records that it changed, in the caller's language, joined. */
  tableNames: z.string(),
  /** What was shown of what is hidden otherwise: the number of the record and its owner. */
  shownRecord: words,
  changes: field(z.array(RowDifference), { kind: "json" }),
  remoteIp: words,
  requestId: z.string(),
  elapsed: Integer,
  ...tenantFields,
});
export type Difference = z.output<typeof Difference>;

const spec = {
  filters: {
    createTime: between(Instant),
    account: contains(64),
    operation: contains(128),
    requestId: exact(z.string().max(64)),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const sysLogDiff = defineResource({
  name: "sysLogDiff",
  record: Difference,
  operations: {
    page: list(Difference, spec, { staleOk: true }),
    detail: query(ById, Difference, { path: "detail/:id" }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: { path: "/log/difflog", component: "log-diff/log-diff.list", icon: "file-diff", order: 130 },
  messages: sysLogDiffMessages,
});
