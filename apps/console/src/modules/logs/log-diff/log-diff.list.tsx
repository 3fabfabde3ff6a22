import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

/** It knows the words of every resource, which the list does without. */
const DifferenceBeside = lazyPart(async () => (await import("./log-diff.changes.detail.tsx")).DifferenceBeside);

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
