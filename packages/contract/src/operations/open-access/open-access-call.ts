import { z } from "zod";
import { Code, field, Id, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { list } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { CallOutcome } from "./call-outcome.ts";
import { sysOpenAccessCallMessages } from "./open-access-call.messages.ts";

/** A call that was made with an access key. */
export const OpenAccessCall = z.object({
  id: Id,
  createTime: Instant,
  accessKey: Code,
  /** What was called, `sysPos.list`. */
  operation: Code,
  method: Code,
  status: Integer,
  outcome: CallOutcome.schema,
  /** The refusal by its name; null where there was none. */
  refusal: Code.nullable(),
  elapsed: Integer,
  ip: z.string(),
  requestId: Code,
});
export type OpenAccessCall = z.output<typeof OpenAccessCall>;

const spec = {
  filters: {
    createTime: between(Instant),
    accessKey: exact(field(z.string().trim().max(64), { kind: "code" })),
    operation: contains(64),
    outcome: oneOf(CallOutcome.schema),
    ip: exact(field(z.string().trim().max(64), { kind: "code" })),
  },
  sortBy: ["createTime", "elapsed"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const sysOpenAccessCall = defineResource({
  name: "sysOpenAccessCall",
  record: OpenAccessCall,
  for: "operator",
  operations: { page: list(OpenAccessCall, spec) },
  messages: sysOpenAccessCallMessages,
});
