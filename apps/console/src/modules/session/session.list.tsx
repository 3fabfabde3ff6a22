import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOnlineUserMessages } from "@countinghouse/contract/session/session.messages.ts";
import { sysOnlineUser } from "@countinghouse/contract/session/session.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { SessionEnd } from "./session.end.add.tsx";

type Row = { readonly row: RecordOf<typeof sysOnlineUser> };

const Person = ({ row }: Row) => <TwoLineCell first={row.realName} second={row.userName} />;

const Device = ({ row }: Row) => <TextCell value={`${row.browser} · ${row.os}`} />;

function Method({ row }: Row) {
  const { text } = useWords(sysOnlineUserMessages);
  return <TextCell value={text[row.method]} />;
}

function State({ row }: Row) {
  const { fields, text } = useWords(sysOnlineUserMessages);
  if (row.isCurrent) return <StatusChip text={fields.isCurrent} tone="info" />;
  return row.isLocked ? (
    <StatusChip text={fields.isLocked} tone="warning" shape="half" />
  ) : (
    <StatusChip text={text.active} tone="success" />
  );
}

const columns: ListPageProps<typeof sysOnlineUser>["columns"] = [
  { field: "realName", cell: Person, width: 168 },
  { field: "isCurrent", cell: State, width: 136 },
  "ip",
  "place",
  { field: "browser", cell: Device, width: 176 },
  { field: "method", cell: Method, width: 120 },
  "hasSecondFactor",
  "time",
  "lastSeenTime",
];

/** Everyone who is signed in, session by session; whoever may can end one. */
export const SessionList = () => (
  <ListPage
    resource={sysOnlineUser}
    columns={columns}
    rowActions={[{ action: "forceOffline", form: SessionEnd }]}
    nameField="realName"
  />
);
