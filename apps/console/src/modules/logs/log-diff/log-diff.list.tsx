import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { DifferenceBeside } from "./log-diff.changes.detail.tsx";

const columns: ListPageProps<typeof sysLogDiff>["columns"] = [
  "createTime",
  { field: "operationName", lines: ["operationName", "operation"], width: 200 },
  { field: "account", lines: ["realName", "account"], width: 168 },
  { field: "tableNames", width: 220, part: "none" },
  { field: "shownRecord", width: 220 },
  "remoteIp",
  "elapsed",
  { field: "requestId", width: 136 },
];

/** Commands that changed records, and reads of what is hidden otherwise; the drawer shows each row before and after. */
export const LogDiffList = () => (
  <ListPage resource={sysLogDiff} columns={columns} detail={DifferenceBeside} nameField="operationName" />
);
