import { z } from "zod";
import { exportOf } from "../kit/export.ts";
import { Flag, field, Id, Instant, Integer } from "../kit/field.ts";
import { between, contains, exact, oneOf } from "../kit/list.ts";
import { list, query } from "../kit/operation.ts";
import { defineResource } from "../kit/resource.ts";
import { ExceptionLevel, ExceptionSource, ExceptionStatus } from "../webhook/webhook-enumerations.ts";
import { eventExceptionLogMessages } from "./event-exception-log.messages.ts";

export const ExceptionId = field(z.string().regex(/^exc_[0-9A-HJKMNP-TV-Z]{26}$/), { kind: "id" });
const code = field(z.string(), { kind: "code" });

/** Failures of one kind, with the particulars of the latest. */
export const EventException = z.object({
  id: ExceptionId,
  exceptionNo: code,
  source: ExceptionSource.schema,
  eventType: code,
  level: ExceptionLevel.schema,
  message: field(z.string(), { kind: "longText" }),
  objectType: z.string().nullable(),
  objectId: code.nullable(),
  merchantId: code.nullable(),
  /** What failures of one kind have in common, as a hash. */
  fingerprint: code,
  occurrences: Integer,
  firstTime: Instant,
  lastTime: Instant,
  status: ExceptionStatus.schema,
  /** Whether the failed work can be done again from here. */
  canRetry: Flag,
  retryCount: Integer,
  retryTime: Instant.nullable(),
  assigneeId: Id.nullable(),
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
  retriedTime: Instant.nullable(),
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
    merchantId: exact(field(z.string().trim().max(64), { kind: "code" })),
  },
  sortBy: ["lastTime", "firstTime", "occurrences"],
  defaultSort: { field: "lastTime", order: "desc" },
} as const;

export const eventExceptionLog = defineResource({
  name: "eventExceptionLog",
  record: EventException,
  operations: {
    page: list(EventException, spec),
    detail: query(z.object({ id: ExceptionId }), ExceptionDetail),
    export: exportOf(spec),
  },
  menu: {
    parent: "log",
    path: "/log/exceptions",
    component: "event-exception-log/event-exception-log.list",
    icon: "triangle-alert",
    order: 200,
  },
  messages: eventExceptionLogMessages,
});
