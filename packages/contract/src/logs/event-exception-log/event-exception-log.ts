import { z } from "zod";
import { ExceptionLevel, ExceptionSource, ExceptionStatus } from "../../integration/webhook/webhook-enumerations.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { eventExceptionLogMessages } from "./event-exception-log.messages.ts";

export const ExceptionId = idOf("exc");

/** Failures of one kind, with the particulars of the latest. */
export const EventException = z.object({
  id: ExceptionId,
  exceptionNo: Code,
  source: ExceptionSource.schema,
  eventType: z.string(),
  level: ExceptionLevel.schema,
  message: field(z.string(), { kind: "longText" }),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  merchantId: storedReference("merchant").nullable(),
  /** What failures of one kind have in common, as a hash. */
  fingerprint: Code,
  occurrences: Integer,
  firstTime: Instant,
  lastTime: Instant,
  status: ExceptionStatus.schema,
  /** Whether the failed work can be done again from here. */
  canRetry: Flag,
  retryCount: Integer,
  retryTime: Instant.nullable(),
  assigneeId: reference("sysUser").nullable(),
  assigneeName: z.string().nullable(),
  resolveUserName: z.string().nullable(),
  remark: z.string().nullable(),
  version: Integer,
});
export type EventException = z.output<typeof EventException>;

/** One failure of a kind. */
export const ExceptionItem = z.object({
  id: z.string(),
  at: Instant,
  message: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  merchantId: z.string().nullable(),
  canRetry: Flag,
  retriedTime: Instant.nullable(),
});

/** What only people who look after the machinery read of a failure. Secrets and card numbers are masked. */
export const ExceptionTrace = z.object({
  stack: z.string().nullable(),
  payload: z.unknown(),
});

export const ExceptionDetail = EventException.extend({
  /** The latest failures. */
  items: z.array(ExceptionItem),
});
export type ExceptionDetail = z.output<typeof ExceptionDetail>;

const spec = {
  filters: {
    lastTime: between(Instant),
    status: oneOf(ExceptionStatus.schema),
    source: oneOf(ExceptionSource.schema),
    level: oneOf(ExceptionLevel.schema),
    message: contains(128),
    eventType: contains(64),
    objectId: exact(field(z.string().trim().max(64), { kind: "code" })),
    merchantId: exact(reference("merchant")),
  },
  sortBy: ["lastTime", "firstTime", "occurrences"],
  defaultSort: { field: "lastTime", order: "desc" },
} as const;

const ItemId = field(z.string().regex(/^exi_[0-9A-Za-z-]{26,36}$/), { kind: "id" });
const Ids = z.array(ExceptionId).min(1).max(200);
const Remark = field(z.string().trim().min(1).max(500), { kind: "longText" });
const count = field(z.number().int().nonnegative(), { kind: "integer" });

export const eventExceptionLog = defineResource({
  name: "eventExceptionLog",
  record: EventException,
  for: "operator",
  refusals: {
    noRetry: { status: 409 },
    assigneeUnknown: { field: "assigneeId" },
  },
  operations: {
    page: list(EventException, spec),
    detail: query(z.object({ id: ExceptionId }), ExceptionDetail),
    /** Stack and payload of one occurrence, for technical people. */
    trace: query(z.object({ itemId: ItemId }), ExceptionTrace),
    stat: query(Nothing, z.object({ open: count, critical: count, retrying: count, mine: count }), { passive: true }),
    /** Does the failed work of the named occurrences again. */
    retry: command(z.object({ ids: z.array(ItemId).min(1).max(200) }), z.object({ count }), {
      refusals: ["noRetry"],
    }),
    /** Does the failed work of every occurrence of a kind again that was not tried again yet. */
    retryGroup: command(z.object({ fingerprint: z.string().max(64) }), z.object({ count }), { refusals: ["noRetry"] }),
    /** Further failures of the kind are counted but wake nobody. */
    ignore: command(z.object({ ids: Ids, reason: Remark }), Done),
    resolve: command(z.object({ ids: Ids, remark: Remark }), Done),
    reopen: command(z.object({ ids: Ids }), Done),
    /** To an operator's account of the tenant, or to nobody. */
    assign: command(z.object({ ids: Ids, assigneeId: reference("sysUser").nullish() }), Done, {
      refusals: ["assigneeUnknown"],
    }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: {
    path: "/log/exceptions",
    component: "event-exception-log/event-exception-log.list",
    icon: "triangle-alert",
    order: 200,
  },
  messages: eventExceptionLogMessages,
});
