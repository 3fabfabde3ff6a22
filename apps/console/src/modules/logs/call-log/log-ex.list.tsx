import { sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const DefectBeside = lazyPart(async () => (await import("./log-ex.defect.detail.tsx")).DefectBeside);

const columns: ListPageProps<typeof sysLogEx>["columns"] = [
  "createTime",
  { field: "message", lines: ["message", "errorType"], width: 280 },
  { field: "operationName", lines: ["operationName", "operation"], width: 200 },
  { field: "account", lines: ["realName", "account"], width: 144 },
  { field: "elapsed", width: 104 },
  { field: "remoteIp", lines: ["remoteIp", "location"], width: 144 },
  { field: "node", width: 160 },
  { field: "requestId", width: 136 },
  { field: "requestUrl", lines: ["requestUrl", "httpMethod"], width: 240, isHidden: true },
  { field: "browser", lines: ["browser", "os"], width: 136, isHidden: true },
];

/** What was answered with 500; the drawer shows where in the program it happened. */
export const LogExList = () => (
  <ListPage resource={sysLogEx} columns={columns} detail={DefectBeside} nameField="errorType" />
);
