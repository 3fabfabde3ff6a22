import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Id, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { tenanted } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
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
  ...tenanted,
});
export type Visit = z.output<typeof Visit>;

const spec = {
  filters: {
    createTime: between(Instant),
    account: contains(64),
    visitType: oneOf(LoginType.schema),
    status: oneOf(z.string().regex(/^\d{3}$/)),
    remoteIp: exact(requiredText(64)),
    elapsed: between(Integer),
  },
  sortBy: ["createTime", "elapsed"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const Place = z.object({
  location: words,
  longitude: z.number(),
  latitude: z.number(),
  realName: words,
  createTime: Instant,
});

export const sysLogVis = defineResource({
  name: "sysLogVis",
  record: Visit,
  operations: {
    page: list(Visit, spec, { staleOk: true }),
    /** The latest visits whose place is known, for a map. */
    list: query(Nothing, z.array(Place), { staleOk: true }),
    /** Removes the visits of the caller's tenant; the removal itself stays in the audit trail. */
    clear: command(Nothing, Done, { stepUp: true }),
    export: exportOf(spec),
  },
  menu: { path: "/log/vislog", component: "log-vis/log-vis.list", icon: "log-in", order: 100 },
  messages: sysLogVisMessages,
});
