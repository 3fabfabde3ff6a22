import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";
import { VisitPanel, VisitResult } from "./log-vis.cells.part.tsx";
import { ClearButton, Clearing } from "./log-vis.clearing.part.tsx";

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
  { field: "operationName", lines: ["operationName", "actionName"], width: 200, isHidden: true },
  { field: "longitude", isHidden: true },
  { field: "latitude", isHidden: true },
] as const;

/** Who came and went: every sign-in and sign-out, let through or not. */
export const LogVisList = () => (
  <ListPage
    resource={sysLogVis}
    columns={columns}
    detail={VisitPanel}
    nameField="account"
    above={<Clearing />}
    tools={<ClearButton />}
  />
);
