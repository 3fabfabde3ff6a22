import { sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const CommandBeside = lazyPart(async () => (await import("./log-op.command.detail.tsx")).CommandBeside);

const columns: ListPageProps<typeof sysLogOp>["columns"] = [
  "createTime",
  { field: "operationName", lines: ["operationName", "operation"], width: 216 },
  { field: "account", lines: ["realName", "account"], width: 152 },
  { field: "outcome", width: 136 },
  { field: "elapsed", width: 104 },
  { field: "remoteIp", lines: ["remoteIp", "location"], width: 144 },
  { field: "browser", lines: ["browser", "os"], width: 136 },
  { field: "node", width: 160 },
  { field: "requestId", width: 136 },
  { field: "requestUrl", lines: ["requestUrl", "httpMethod"], width: 240, isHidden: true },
];

/** Every command that people ran, let through or not; the drawer shows what was sent. */
export const LogOpList = () => (
  <ListPage resource={sysLogOp} columns={columns} detail={CommandBeside} nameField="operationName" />
);
