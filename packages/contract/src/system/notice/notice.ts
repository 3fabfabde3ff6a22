import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { doerName, field, Id, Instant, requiredText } from "../../kit/field.ts";
import { between, contains, oneOf, pageOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { NoticeStatus, NoticeType, NoticeUserStatus } from "../../system-enumerations.ts";
import { sysNoticeMessages } from "./notice.messages.ts";

const fields = {
  title: requiredText(64),
  /** Plain text over several lines; shown as text, never as markup. */
  content: field(
    z
      .string()
      .trim()
      .min(1)
      .max(20_000)
      .regex(/^\P{Cc}*(?:[\t\n\r]\P{Cc}*)*$/u),
    { kind: "longText" },
  ),
  type: NoticeType.schema.default(1),
};

/** A notice or announcement to the people of a tenant. */
export const Notice = z.object({
  id: Id,
  ...fields,
  status: NoticeStatus.schema,
  publicUserId: Id,
  publicUserName: doerName(),
  publicOrgId: Id.nullable(),
  publicOrgName: operatorOnly(z.string()),
  publicTime: Instant.nullable(),
  cancelTime: Instant.nullable(),
  ...tenantFields,
  ...auditFields,
});

/** A notice as its reader sees it. */
export const ReceivedNotice = z.object({
  id: Id,
  noticeId: Id,
  readStatus: NoticeUserStatus.schema,
  readTime: Instant.nullable(),
  sysNotice: Notice,
});

const spec = {
  filters: {
    title: contains(64),
    type: oneOf(NoticeType.schema),
    status: oneOf(NoticeStatus.schema),
    publicTime: between(Instant),
  },
  sortBy: ["createTime", "publicTime", "title"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const receivedInput = z.object({
  title: z.string().trim().max(64).nullish(),
  type: NoticeType.schema.nullish(),
  readStatus: NoticeUserStatus.schema.nullish(),
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.number().int().min(1).max(200).default(20),
});

export const sysNotice = defineResource({
  name: "sysNotice",
  record: Notice,
  refusals: {
    notDraft: { status: 409 },
    published: { status: 409 },
    notPublished: { status: 409 },
  },
  operations: {
    /** Notices the caller wrote; the platform administrator sees all. */
    page: list(Notice, spec),
    detail: query(ById, Notice),
    add: command(z.object(fields), Id),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { refusals: ["notDraft"] }),
    delete: command(Removal, Done, { refusals: ["published"] }),
    /** Publishes to every user of the caller's tenant within the caller's data scope. */
    public: command(ById, Done, { refusals: ["notDraft"] }),
    /** Withdraws a published notice: readers no longer see it. */
    cancel: command(ById, Done, { refusals: ["notPublished"] }),
    setRead: command(ById, Done, { access: "signedIn" }),
    pageReceived: query(receivedInput, pageOf(ReceivedNotice), { access: "signedIn" }),
    unReadList: query(Nothing, z.array(Notice), { access: "signedIn", passive: true }),
    export: exportOf(spec),
  },
  menu: { path: "/system/notice", component: "notice/notice.list", icon: "bell", order: 150 },
  messages: sysNoticeMessages,
});
