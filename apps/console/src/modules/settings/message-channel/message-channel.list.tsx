import { messageChannelMessages } from "@countinghouse/contract/settings/message-channel/message-channel.messages.ts";
import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { messageLog } from "@countinghouse/contract/settings/message-channel/message-log.ts";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";

const forms = () => import("./message-channel.form.tsx");

const columns: ListPageProps<typeof messageChannel>["columns"] = [
  { field: "name", width: 184 },
  { field: "kind", width: 176 },
  "status",
  "orderNo",
  { field: "signName", width: 144 },
  { field: "hasSecret", width: 128 },
  { field: "remark", width: 184 },
  { field: "updateTime", isHidden: true },
];

const logColumns: ListPageProps<typeof messageLog>["columns"] = [
  { field: "createTime", width: 176 },
  { field: "channelName", width: 160 },
  { field: "kind", width: 176 },
  { field: "purpose", width: 136 },
  { field: "recipient", width: 160 },
  { field: "outcome", width: 160 },
  { field: "providerRef", width: 184 },
  { field: "failure", width: 264 },
];

type Above = { readonly above: ReactNode };

const Channels = ({ above }: Above) => (
  <ListPage
    resource={messageChannel}
    columns={columns}
    forms={forms}
    rowActions={["update", "test", "delete"]}
    nameField="name"
    above={above}
  />
);

const Log = ({ above }: Above) => (
  <ListPage resource={messageLog} columns={logColumns} nameField="channelName" above={above} />
);

/** Ways for SMS and e-mail to leave, and what became of each message. */
export function MessageChannelList() {
  const { title, text } = useWords(messageChannelMessages);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "channels", title: text.channels, need: "messageChannel:page", list: Channels },
        { key: "log", title: text.log, need: "messageLog:page", list: Log },
      ]}
    />
  );
}
