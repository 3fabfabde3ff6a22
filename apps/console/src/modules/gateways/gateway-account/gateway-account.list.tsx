import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccount,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { CurrencyCodes } from "../../../platform/gateways/cells.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { GatewayAccountDetail } from "./gateway-account.detail.tsx";

const forms = () => import("./gateway-account.form.tsx");

/** Whether the account has what it needs, and whether something about that waits for somebody. */
function CredentialsCell({ row }: { readonly row: GatewayAccount }) {
  const { fields, text } = useWords(gatewayAccountMessages);
  if (row.hasPendingChange) return <StatusChip text={fields.hasPendingChange} tone="warning" shape="half" />;
  return row.isComplete ? (
    <StatusChip text={text.complete} tone="success" isFlat />
  ) : (
    <StatusChip text={text.incomplete} tone="warning" shape="hollow" />
  );
}

const columns: ListPageProps<typeof gatewayAccount>["columns"] = [
  { field: "name", width: 184 },
  { field: "accountNo", width: 144 },
  { field: "mode", width: 88, isHidden: true },
  { field: "status", width: 104 },
  { field: "health", width: 112 },
  { field: "isComplete", cell: CredentialsCell, width: 136 },
  "gatewayName",
  { field: "currencies", cell: CurrencyCodes, width: 176, isHidden: true },
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
