import type { Difference } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { TextCell, TwoLineCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { DifferenceChanges } from "./log-diff.changes.detail.tsx";

type Row = { readonly row: Difference };

const Person = ({ row }: Row) =>
  row.account ? <TwoLineCell first={row.realName ?? row.account} second={row.account} /> : <Unknown />;

/** What was done in words, over the code that is searched for. */
const Operation = ({ row: { operation, operationName } }: Row) =>
  operationName === operation ? (
    <TextCell value={operation} />
  ) : (
    <TwoLineCell first={<span title={operationName}>{operationName}</span>} second={operation} />
  );

const Tables = ({ row }: Row) => (row.tableNames ? <TextCell value={row.tableNames} /> : <Unknown />);

const Detail = ({ row }: Row) => (
  <>
    <RecordFacts
      resource={sysLogDiff}
      of={row}
      fields={["createTime", "operation", "account", "shownRecord", "tenantName", "remoteIp", "elapsed", "requestId"]}
    />
    <DifferenceChanges changes={row.changes} />
  </>
);

const columns: ListPageProps<typeof sysLogDiff>["columns"] = [
  "createTime",
  { field: "operationName", cell: Operation, width: 200 },
  { field: "account", cell: Person, width: 168 },
  { field: "tableNames", cell: Tables, width: 220, part: "none" },
  { field: "shownRecord", width: 220 },
  "remoteIp",
  "elapsed",
  { field: "requestId", width: 136 },
];

/** Commands that changed records, and reads of what is hidden otherwise; the drawer shows each row before and after. */
export const LogDiffList = () => (
  <ListPage resource={sysLogDiff} columns={columns} detail={Detail} nameField="operationName" />
);
