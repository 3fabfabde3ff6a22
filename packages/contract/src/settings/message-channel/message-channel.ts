import { z } from "zod";
import { Flag, field, Id, OrderNo, optionalLongText, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { Status } from "../../system-enumerations.ts";
import { messageChannelMessages } from "./message-channel.messages.ts";
import { ChannelKind, MailTls } from "./message-enumerations.ts";

const fields = {
  name: requiredText(64),
  /** Address that an HTTP provider is called at. */
  url: field(z.url({ protocol: /^https?$/ }).max(512), { kind: "text" }).nullish(),
  /** Body of that call, JSON with `{phone}`, `{code}` and `{text}`. */
  template: optionalLongText(2_000),
  /** Key id of a cloud, or user of a mail server. */
  keyId: optionalText(128),
  /** Secret of the key, bearer of an HTTP provider, or password; absent in a change, it stays. */
  secret: field(z.string().min(1).max(512), { kind: "secret" }).nullish(),
  signName: optionalText(64),
  templateCode: optionalText(64),
  /** Application of Tencent Cloud that sends. */
  appId: optionalText(32),
  region: optionalText(32),
  host: optionalText(255),
  port: field(z.number().int().min(1).max(65_535), { kind: "integer" }).nullish(),
  tls: MailTls.schema.nullish(),
  /** Address that mail comes from. */
  sender: field(z.email().max(254), { kind: "text", format: "email" }).nullish(),
  /** Among those that are on, the first of its kind of message is used. */
  orderNo: OrderNo.default(100),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

const { secret: _secret, ...told } = fields;

/** A way for messages to leave, with what it needs; its secret is never told. */
export const MessageChannel = z.object({
  id: Id,
  kind: ChannelKind.schema,
  ...told,
  hasSecret: Flag,
  ...auditFields,
});
export type MessageChannel = z.output<typeof MessageChannel>;

const spec = {
  filters: { name: contains(64), kind: oneOf(ChannelKind.schema), status: oneOf(Status.schema) },
  sortBy: ["orderNo", "name", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

/** Whoever decides where codes for a sign-in go decides who reads them. */
const takesTwo = whereChanged("messageChannels", ["kind", "url", "template", "keyId", "appId", "region", "host"]);

const judged = ["needed", "templateMalformed", "hostRefused", "mailHostRefused"] as const;

export const messageChannel = defineResource({
  name: "messageChannel",
  record: MessageChannel,
  for: "operator",
  refusals: {
    templateMalformed: { field: "template" },
    hostRefused: { field: "url" },
    mailHostRefused: { field: "host" },
    recipientMalformed: { field: "recipient" },
  },
  operations: {
    page: list(MessageChannel, spec),
    detail: query(ById, MessageChannel),
    add: command(z.object({ kind: ChannelKind.schema, ...fields }), Id, {
      stepUp: true,
      secretInputs: ["secret"],
      secondPerson: takesTwo,
      refusals: judged,
    }),
    /** The kind stays: another one needs other things. */
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      secretInputs: ["secret"],
      secondPerson: takesTwo,
      refusals: judged,
    }),
    delete: command(Removal, Done, { stepUp: true }),
    /** Has a job send a message, whatever the status; what the provider says of it is in the log. */
    test: command(z.object({ id: Id, recipient: requiredText(254) }), Done, { refusals: ["recipientMalformed"] }),
  },
  menu: {
    path: "/platform/messageChannel",
    component: "message-channel/message-channel.list",
    icon: "message-square",
    order: 230,
  },
  messages: messageChannelMessages,
});
