import { z } from "zod";
import { field, Id, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { tenantFields } from "../../kit/record.ts";

const words = z.string().nullable();

/** What is known of every call that is written down. Written once, never changed. */
export const callFields = {
  id: Id,
  createTime: Instant,
  /** The resource, such as `sysPos`; null where no operation stands behind the address. */
  module: words,
  /** The operation, such as `sysPos.add`. */
  operation: words,
  /** What the operation is called in the caller's language; its code where it has no name. */
  operationName: words,
  account: words,
  realName: words,
  /** HTTP status it was answered with: `200`, or `202` where somebody else decides. */
  status: z.string(),
  /** Name of the refusal; null where it was let through. */
  bizCode: words,
  elapsed: Integer,
  httpMethod: z.string(),
  /** Without its query, which published clients send secrets in. */
  requestUrl: z.string(),
  remoteIp: z.string(),
  location: z.string(),
  browser: z.string(),
  os: z.string(),
  requestId: z.string(),
  /** The node that answered. */
  node: z.string(),
  ...tenantFields,
};

/** What was sent, as far as it may be kept: secrets and card numbers are taken out. */
export const requestParam = field(z.unknown(), { kind: "json" });

const callFilters = {
  createTime: between(Instant),
  module: contains(64),
  operation: contains(128),
  account: contains(64),
  remoteIp: exact(requiredText(64)),
  elapsed: between(Integer),
  requestId: exact(requiredText(64)),
  node: exact(requiredText(64)),
} as const;

const order = {
  sortBy: ["createTime", "elapsed"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** What a list of defects offers. */
export const defectList = { filters: callFilters, ...order } as const;

/** What a list of commands offers. */
export const commandList = {
  filters: { ...callFilters, status: oneOf(z.string().regex(/^\d{3}$/)) },
  ...order,
} as const;
