import { gatewayAccount } from "@countinghouse/contract/gateway-account/gateway-account.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof gatewayAccount>["columns"] = [
  "name",
  "accountNo",
  "mode",
  "status",
  "health",
  "gatewayName",
  "upstreamMid",
  "settlementCurrency",
  "isComplete",
  "priority",
  "weight",
];

/** Accounts at gateways. */
export const GatewayAccountList = () => <ListPage resource={gatewayAccount} columns={columns} nameField="name" />;
