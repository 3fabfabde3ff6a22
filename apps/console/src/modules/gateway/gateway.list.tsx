import { gateway } from "@countinghouse/contract/gateway/gateway.ts";
import { lazy } from "react";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { GatewayDetail } from "./gateway.detail.tsx";

const forms = () => import("./gateway.add.tsx");
const GatewayAdd = lazy(async () => ({ default: (await forms()).GatewayAdd }));
const GatewayStatus = lazy(async () => ({ default: (await forms()).GatewayStatus }));

const columns: ListPageProps<typeof gateway>["columns"] = [
  { field: "name", width: 200 },
  { field: "gatewayNo", width: 192 },
  "mode",
  "status",
  { field: "upstreamGatewayName", width: 184 },
  "accounts",
  "priority",
  { field: "region", width: 136 },
  { field: "cutoffTime", width: 96 },
  { field: "cutoffTimezone", width: 152 },
  "updateTime",
];

/** Gateways that payments run on. */
export const GatewayList = () => (
  <ListPage
    resource={gateway}
    columns={columns}
    create={GatewayAdd}
    rowActions={[
      { action: "update", form: GatewayAdd },
      { action: "setStatus", form: GatewayStatus },
    ]}
    detail={GatewayDetail}
    nameField="name"
  />
);
