import { gateway } from "@countinghouse/contract/gateway/gateway.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof gateway>["columns"] = [
  "name",
  "gatewayNo",
  "mode",
  "status",
  "upstreamGatewayName",
  "region",
  "accounts",
  "priority",
  "cutoffTime",
  "updateTime",
];

/** Gateways that payments run on. */
export const GatewayList = () => <ListPage resource={gateway} columns={columns} nameField="name" />;
