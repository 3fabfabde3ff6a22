import { z } from "zod";
import { Code, field, Id, Instant } from "../../kit/field.ts";
import { between, exact, oneOf } from "../../kit/list.ts";
import { list } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { ChannelKind, MessageOutcome, MessagePurpose } from "./message-enumerations.ts";
import { messageLogMessages } from "./message-log.messages.ts";

/** A message that was handed to a provider. Its text is kept nowhere. */
export const MessageLog = z.object({
  id: Id,
  createTime: Instant,
  channelName: z.string(),
  kind: ChannelKind.schema,
  purpose: MessagePurpose.schema,
  /** To whom, but for the middle. */
  recipient: z.string(),
  outcome: MessageOutcome.schema,
  /** The provider's own number of it. */
  providerRef: Code.nullable(),
  /** What the provider said, where it was not sent. */
  failure: field(z.string(), { kind: "longText" }).nullable(),
});
export type MessageLog = z.output<typeof MessageLog>;

const spec = {
  filters: {
    createTime: between(Instant),
    kind: oneOf(ChannelKind.schema),
    purpose: oneOf(MessagePurpose.schema),
    outcome: oneOf(MessageOutcome.schema),
    providerRef: exact(field(z.string().trim().max(128), { kind: "code" })),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const messageLog = defineResource({
  name: "messageLog",
  record: MessageLog,
  for: "operator",
  operations: { page: list(MessageLog, spec) },
  messages: messageLogMessages,
});
