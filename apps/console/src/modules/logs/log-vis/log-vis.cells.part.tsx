import { sysLogVis, type Visit } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";

/** Whether a visit was let through, with the status of the refusal where it was not. */
export function VisitResult({ row }: { row: Visit }) {
  const { text } = useWords(sysLogVis);
  if (row.status === "200") return <StatusChip text={text?.succeeded ?? row.status} tone="success" isFlat />;
  return <StatusChip text={`${text?.refused ?? ""} ${row.status}`} tone="danger" isFlat />;
}

/** A visit beside the list: who, how it ended, from where. */
export function VisitPanel({ row }: { row: Visit }) {
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
