import type { EnumerationMember } from "@countinghouse/contract/kit/enumeration.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { noticeLifecycle } from "@countinghouse/contract/system/notice/notice.lifecycle.ts";
import { sysNoticeMessages } from "@countinghouse/contract/system/notice/notice.messages.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { NoticeStatus } from "@countinghouse/contract/system-enumerations.ts";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { NoticeText } from "./notice.text.detail.tsx";
import { ReceivedNotices } from "./received-notices.detail.tsx";

const forms = () => import("./notice.form.tsx");

const columns: ListPageProps<typeof sysNotice>["columns"] = [
  { field: "title", width: 320 },
  { field: "type", width: 136 },
  "status",
  "publicUserName",
  "publicTime",
  "createTime",
];

const codeOf = (state: string): string => {
  const members: readonly EnumerationMember<number>[] = NoticeStatus.members;
  return String(members.find(({ name }) => name === state)?.value);
};

/** The lifecycle by the codes that rows carry; only drafts are edited, and what is published is withdrawn before it goes. */
const lifecycle: Lifecycle = {
  states: noticeLifecycle.states.map(codeOf),
  initial: codeOf(noticeLifecycle.initial),
  actions: {
    ...Object.fromEntries(
      Object.entries(noticeLifecycle.actions).map(([action, { from, to }]) => [
        action,
        { from: from.map(codeOf), to: codeOf(to) },
      ]),
    ),
    update: { from: [codeOf("DRAFT")], to: codeOf("DRAFT") },
    delete: { from: [codeOf("DRAFT"), codeOf("CANCEL")], to: codeOf("DELETED") },
  },
};

const Detail = ({ row }: { readonly row: RecordOf<typeof sysNotice> }) => (
  <>
    <RecordFacts
      resource={sysNotice}
      of={row}
      fields={["type", "status", "tenantName", "publicUserName", "publicOrgName", "publicTime", "cancelTime"]}
    />
    <NoticeText content={row.content} />
    <RecordHistory resource={sysNotice} of={row} />
  </>
);

const Written = ({ above }: { readonly above: ReactNode }) => (
  <ListPage
    resource={sysNotice}
    columns={columns}
    forms={forms}
    lifecycle={lifecycle}
    rowActions={["public", "update", "cancel", "delete"]}
    detail={Detail}
    nameField="title"
    above={above}
  />
);

/** Notices one writes; and, under a tab of their own, those one received. */
export function NoticeList() {
  const { title, text } = useWords(sysNoticeMessages);
  const { data: unread } = useAnswer(sysNotice, "unReadList", {});
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "written", title: text.written, need: "sysNotice:page", list: Written },
        { key: "inbox", title: text.inbox, count: unread?.length, part: ReceivedNotices },
      ]}
    />
  );
}
