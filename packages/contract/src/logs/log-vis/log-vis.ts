import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Id, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { LoginType } from "../../system-enumerations.ts";
import { sysLogVisMessages } from "./log-vis.messages.ts";

const words = z.string().nullable();

/** One visit: a sign-in or a sign-out, whether it was let through or not. Written once, never changed. */
export const Visit = z.object({
  id: Id,
  createTime: Instant,
  visitType: LoginType.schema,
  account: words,
  realName: words,
  /** `200` when let through, otherwise the HTTP status of the refusal. */
  status: z.string(),
  /** The operation, such as `sysAuth:login`. */
  actionName: words,
  /** What the operation is called in the caller's language. */
  operationName: words,
  remoteIp: words,
  /** Country and city of the address, as far as the local database knows it. */
  location: words,
  longitude: field(z.number(), { kind: "integer" }).nullable(),
  latitude: field(z.number(), { kind: "integer" }).nullable(),
  browser: words,
  os: words,
  /** Milliseconds the request took. */
  elapsed: Integer.nullable(),
  ...tenantFields,
});
export type Visit = z.output<typeof Visit>;

const spec = {
  filters: {
    createTime: between(Instant),
    account: contains(64),
    visitType: oneOf(LoginType.schema),
    actionName: contains(64),
    status: oneOf(z.string().regex(/^\d{3}$/)),
    remoteIp: exact(requiredText(64)),
    elapsed: between(Integer),
  },
  sortBy: ["createTime", "elapsed"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** Id of a clearing: made by the server. */
const ClearingId = idOf("vcl");

const Place = z.object({
  location: words,
  longitude: z.number(),
  latitude: z.number(),
  realName: words,
  createTime: Instant,
});

/** A clearing of the visit log that was asked for. */
export const VisitClearing = z.object({
  id: ClearingId,
  /** Visits up to this instant leave. */
  upTo: Instant,
  /** How many there were when it was asked for. */
  rows: Integer,
  askUserName: z.string(),
  /** Until when a second person may approve it. */
  expiresTime: Instant,
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  /** Whether it is being carried out. */
  isApproved: Flag,
});
export type VisitClearing = z.output<typeof VisitClearing>;

const ById = z.object({ id: ClearingId });

export const sysLogVis = defineResource({
  name: "sysLogVis",
  record: Visit,
  refusals: {
    clearingWaits: { status: 409 },
    ownRequest: { status: 403 },
    nothingAsked: { status: 409 },
  },
  operations: {
    page: list(Visit, spec, { staleOk: true }),
    /** The latest visits whose place is known, for a map. */
    list: query(Nothing, z.array(Place), { staleOk: true }),
    /** Asks that the visits of the caller's tenant up to now leave; a second person has 24 hours to approve it. */
    clear: command(Nothing, Done, { for: "operator", stepUp: true, refusals: ["clearingWaits"] }),
    /** What waits for a second person, or is being carried out. */
    clearing: query(Nothing, VisitClearing.nullable()),
    /** Approves what somebody else asked for: the visits are archived, then removed; both stay in the audit trail. */
    approveClear: command(ById, Done, { for: "operator", stepUp: true, refusals: ["ownRequest", "nothingAsked"] }),
    /** Turns down what was asked for; whoever asked takes it back by this as well. */
    rejectClear: command(ById, Done, { for: "operator", stepUp: true, refusals: ["nothingAsked"] }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: { path: "/log/vislog", component: "log-vis/log-vis.list", icon: "log-in", order: 100 },
  messages: sysLogVisMessages,
});
