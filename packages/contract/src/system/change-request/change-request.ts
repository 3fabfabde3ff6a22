import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, doerName, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { Reason } from "../../terms-fields.ts";
import { changeRequestMessages } from "./change-request.messages.ts";
import { ChangeHold, ChangeStatus } from "./change-request-enumerations.ts";

/** Id of a change request: made by the server, sorts by when it was asked for. */
export const ChangeRequestId = idOf("chg");

/** Hours in which somebody has to decide. */
export const changeRequestHours = 72;
/** Hours after one person changed another one's account or rights in which neither decides about the other's changes. */
export const entangledHours = 24;

const words = z.string().nullable();

/** A change that takes two people. */
export const ChangeRequest = z.object({
  id: ChangeRequestId,
  changeNo: Code,
  /** The name of the operation, such as `sysConfig.update`. */
  operation: Code,
  /** What the operation is called in the caller's language. */
  operationName: z.string(),
  /** What people know the changed record by. */
  subject: words,
  /** Rows that would change. */
  rowCount: Integer,
  reason: z.string(),
  status: ChangeStatus.schema,
  createTime: Instant,
  createUserName: doerName(),
  expireTime: Instant,
  /** Whether the reader asked for it, and so cannot decide. */
  isOwn: Flag,
  /** Why it is not the reader's to decide; null where it is, or where it is decided. */
  hold: ChangeHold.schema.nullable(),
  decideTime: Instant.nullable(),
  decideUserName: doerName(),
  decideReason: words,
  ...tenantFields,
});
export type ChangeRequest = z.output<typeof ChangeRequest>;

const Values = z.record(z.string(), z.unknown());

/** One row that would change: only the fields in which it differs. Secrets are masked on both sides. */
export const RowDifference = z.object({
  table: z.string(),
  id: z.string(),
  /** What people know the row by. */
  name: words,
  /** The same per language, where it has names in several. */
  names: z.record(z.string(), z.string()).nullable(),
  before: Values.nullable(),
  after: Values.nullable(),
});
export type RowDifference = z.output<typeof RowDifference>;

/** A change request with what it would change and who may decide. */
export const ChangeRequestDetail = ChangeRequest.extend({
  changes: z.array(RowDifference),
  /** Fields of what it changes that are not as they were when it was asked for. */
  overtaken: z.array(z.string()),
  /** Who may decide about it, whoever reads; at most twenty. */
  approvers: z.array(z.object({ id: z.number(), name: z.string(), hold: ChangeHold.schema.nullable() })),
});
export type ChangeRequestDetail = z.output<typeof ChangeRequestDetail>;

const spec = {
  filters: {
    status: oneOf(ChangeStatus.schema),
    changeNo: numbered("CR"),
    operation: exact(field(z.string().trim().max(120), { kind: "code" })),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "expireTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: ChangeRequestId });

/** Told when one was asked for, decided or ended. */
export const changeRequestTopic = "changeRequest.changed";

export const changeRequest = defineResource({
  name: "changeRequest",
  record: ChangeRequest,
  for: "operator",
  refusals: {
    ownChange: { status: 403 },
    notOwn: { status: 403 },
    decided: { status: 409 },
    expired: { status: 409 },
    overtaken: { status: 409 },
    altered: { status: 409 },
    alreadyAsked: { status: 409 },
  },
  operations: {
    page: list(ChangeRequest, spec),
    detail: query(ById, ChangeRequestDetail),
    /** Has the very change carried out, in the same transaction. Never by whoever asked; takes the change's own permission. */
    approve: command(ById, Done, {
      stepUp: true,
      refusals: ["ownChange", "decided", "expired", "overtaken", "altered"],
    }),
    refuse: command(ById.extend({ reason: Reason }), Done, { refusals: ["ownChange", "decided"] }),
    /** By whoever asked. */
    withdraw: command(ById, Done, { refusals: ["notOwn", "decided"] }),
    /** Whether changes take two people here now, and how many may approve. */
    rule: query(z.object({}), z.object({ isInForce: Flag, isSwitchedOff: Flag, approvers: Integer }), {
      passive: true,
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/system/changes",
    component: "change-request/change-request.list",
    icon: "git-compare",
    order: 145,
  },
  messages: changeRequestMessages,
});
