import { sysLogVis, type Visit } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ClearButton, Clearing } from "./log-vis.clearing.part.tsx";

/** Whether a visit was let through, with the status of the refusal where it was not. */
function VisitResult({ row }: { row: Visit }) {
  const { text } = useWords(sysLogVis);
  if (row.status === "200") return <StatusChip text={text?.succeeded ?? row.status} tone="success" isFlat />;
  return <StatusChip text={`${text?.refused ?? ""} ${row.status}`} tone="danger" isFlat />;
}

/** A visit beside the list: who, how it ended, from where. */
function VisitBeside({ row }: { row: Visit }) {
  const { text } = useWords(sysLogVis);
  const status = row.status === "200" ? text?.succeeded : `${text?.refused ?? ""} ${row.status}`;
  return <RecordFacts resource={sysLogVis} of={{ ...row, status }} fields={facts} />;
}

const facts = [
  "createTime",
  "visitType",
  "status",
  "operationName",
  "realName",
  "tenantName",
  "remoteIp",
  "location",
  "browser",
  "os",
  "elapsed",
];

const columns = [
  "createTime",
  { field: "account", width: 128 },
  { field: "realName", width: 128 },
  "visitType",
  { field: "status", cell: VisitResult, width: 112 },
  { field: "remoteIp", width: 136 },
  "location",
  { field: "browser", width: 128 },
  { field: "os", width: 120 },
  { field: "elapsed", width: 112 },
] as const;

/** Who came and went: every sign-in and sign-out, let through or not. */
export const LogVisList = () => (
  <ListPage
    resource={sysLogVis}
    columns={columns}
    detail={VisitBeside}
    nameField="account"
    above={<Clearing />}
    tools={<ClearButton />}
  />
);
