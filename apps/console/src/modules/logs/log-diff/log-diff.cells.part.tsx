import { type Difference, sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { TextCell, TwoLineCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { DifferenceChanges } from "./log-diff.changes.detail.tsx";

type Row = { readonly row: Difference };

/** Who did it, by name over account. */
export const Person = ({ row }: Row) =>
  row.account ? <TwoLineCell first={row.realName ?? row.account} second={row.account} /> : <Unknown />;

/** What was done in words, over the code that is searched for. */
export const Operation = ({ row: { operation, operationName } }: Row) =>
  operationName === operation ? (
    <TextCell value={operation} />
  ) : (
    <TwoLineCell first={<span title={operationName}>{operationName}</span>} second={operation} />
  );

/** What was changed. */
export const Tables = ({ row }: Row) => (row.tableNames ? <TextCell value={row.tableNames} /> : <Unknown />);

/** A command beside the list: each row before and after. */
export const Detail = ({ row }: Row) => (
  <>
    <RecordFacts
      resource={sysLogDiff}
      of={row}
      fields={["createTime", "operation", "account", "shownRecord", "tenantName", "remoteIp", "elapsed", "requestId"]}
    />
    <DifferenceChanges changes={row.changes} />
  </>
);
