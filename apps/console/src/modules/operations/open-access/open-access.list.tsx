import { sysOpenAccessMessages } from "@countinghouse/contract/operations/open-access/open-access.messages.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { sysOpenAccessCall } from "@countinghouse/contract/operations/open-access/open-access-call.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";

const forms = () => import("./open-access.form.tsx");

const AccessHelp = lazyPart(async () => (await import("./open-access.help.part.tsx")).AccessHelp);

const columns: ListPageProps<typeof sysOpenAccess>["columns"] = [
  { field: "name", width: 168 },
  { field: "accessKey", width: 256 },
  { field: "bindUserAccount", width: 144 },
  { field: "bindTenantName", width: 144 },
  "status",
  { field: "perSecond", width: 112 },
  { field: "expireTime", width: 168 },
  { field: "lastUsedTime", width: 168 },
  { field: "remark", isHidden: true },
  { field: "createTime", isHidden: true },
];

const callColumns: ListPageProps<typeof sysOpenAccessCall>["columns"] = [
  { field: "createTime", width: 176 },
  { field: "accessKey", width: 216 },
  { field: "operation", width: 200 },
  { field: "outcome", width: 128 },
  { field: "status", width: 88 },
  { field: "refusal", width: 216 },
  { field: "elapsed", width: 104 },
  { field: "ip", width: 136 },
  { field: "method", isHidden: true },
  { field: "requestId", isHidden: true },
];

type Above = { readonly above: ReactNode };

const Keys = ({ above }: Above) => (
  <ListPage
    resource={sysOpenAccess}
    columns={columns}
    forms={forms}
    rowActions={["update", "secret", "delete"]}
    pageActions={["generateSignature", "add"]}
    nameField="name"
    above={above}
  />
);

const Calls = ({ above }: Above) => (
  <ListPage resource={sysOpenAccessCall} columns={callColumns} nameField="operation" above={above} />
);

/** Keys with which programs call in somebody's name, what they called, and how to sign. */
export function OpenAccessList() {
  const { title, text } = useWords(sysOpenAccessMessages);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "keys", title: text.keys, need: "sysOpenAccess:page", list: Keys },
        { key: "calls", title: text.calls, need: "sysOpenAccessCall:page", list: Calls },
        { key: "help", title: text.help, part: AccessHelp },
      ]}
    />
  );
}
