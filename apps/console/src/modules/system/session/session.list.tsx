import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOnlineUserMessages } from "@countinghouse/contract/system/session/session.messages.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, TwoLineCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import "./session.css";

const forms = () => import("./session.form.tsx");

type Row = { readonly row: RecordOf<typeof sysOnlineUser> };

function Person({ row }: Row) {
  const { fields } = useWords(sysOnlineUserMessages);
  return (
    <span className="session-person">
      <TwoLineCell first={row.realName} second={row.userName} />
      {row.isCurrent ? <StatusChip text={fields.isCurrent} tone="info" /> : null}
    </span>
  );
}

/** What a session came from, as far as it told. */
function Device({ row }: Row) {
  const told = [row.browser, row.os].filter(Boolean).join(" · ");
  return told ? <TextCell value={told} /> : <Unknown />;
}

function Method({ row }: Row) {
  const { text } = useWords(sysOnlineUserMessages);
  return <TextCell value={text[row.method]} />;
}

const facts = [
  "userName",
  "tenantName",
  "time",
  "lastSeenTime",
  "ip",
  "place",
  "browser",
  "os",
  "node",
  "method",
  "hasSecondFactor",
  "isLocked",
  "isCurrent",
];

/** A session beside the list. */
function SessionBeside({ row }: Row) {
  const { text } = useWords(sysOnlineUserMessages);
  return <RecordFacts resource={sysOnlineUser} of={{ ...row, method: text[row.method] }} fields={facts} />;
}

const columns: ListPageProps<typeof sysOnlineUser>["columns"] = [
  { field: "realName", cell: Person, width: 232 },
  { field: "lastSeenTime", width: 168 },
  { field: "ip", width: 132 },
  { field: "place", width: 132 },
  { field: "browser", cell: Device, width: 176 },
  { field: "node", width: 176 },
  { field: "method", cell: Method, width: 112 },
  { field: "hasSecondFactor", width: 112 },
  { field: "isLocked", width: 112 },
  "time",
];

/** Everyone who is signed in, session by session; whoever may can end one. */
export const SessionList = () => (
  <ListPage
    resource={sysOnlineUser}
    columns={columns}
    forms={forms}
    rowActions={["forceOffline"]}
    nameField="realName"
    detail={SessionBeside}
  />
);
