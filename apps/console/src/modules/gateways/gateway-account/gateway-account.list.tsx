import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { CredentialsCell } from "./gateway-account.credentials.part.tsx";
import { GatewayAccountDetail } from "./gateway-account.detail.tsx";

const forms = () => import("./gateway-account.form.tsx");

const columns: ListPageProps<typeof gatewayAccount>["columns"] = [
  { field: "name", width: 184 },
  { field: "accountNo", width: 144 },
  { field: "mode", width: 88, isHidden: true },
  { field: "status", width: 104 },
  { field: "health", width: 112 },
  { field: "isComplete", cell: CredentialsCell, width: 136 },
  "gatewayName",
  { field: "currencies", width: 176, isHidden: true },
];

/** Accounts at gateways, with their credentials, their health and what can be done about both. */
export const GatewayAccountList = () => (
  <ListPage
    resource={gatewayAccount}
    columns={columns}
    forms={forms}
    rowActions={["update", "setCredentials", "setStatus", "setHealth", "clearHealth", "renewWebhookUrl"]}
    detail={GatewayAccountDetail}
    nameField="name"
  />
);
