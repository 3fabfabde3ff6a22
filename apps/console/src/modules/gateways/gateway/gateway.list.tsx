import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { GatewayDetail } from "./gateway.detail.tsx";

const forms = () => import("./gateway.form.tsx");

const columns: ListPageProps<typeof gateway>["columns"] = [
  { field: "name", width: 200 },
  { field: "gatewayNo", width: 144 },
  { field: "mode", width: 88 },
  { field: "status", width: 104 },
  "upstreamGatewayName",
  { field: "accounts", width: 88 },
  { field: "priority", width: 88 },
  { field: "cutoffTime", width: 104 },
];

/** Gateways that payments run on. */
export const GatewayList = () => (
  <ListPage
    resource={gateway}
    columns={columns}
    forms={forms}
    rowActions={["update", "setStatus"]}
    detail={GatewayDetail}
    nameField="name"
  />
);
