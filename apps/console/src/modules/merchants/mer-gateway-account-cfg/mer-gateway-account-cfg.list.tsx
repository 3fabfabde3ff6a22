import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { BindingStatus } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import "./mer-gateway-account-cfg.css";
import { BindingDetail } from "./mer-gateway-account-cfg.detail.tsx";

const forms = () => import("./mer-gateway-account-cfg.form.tsx");

type Row = { readonly row: MerGatewayAccountCfg };

const columns: ListPageProps<typeof merGatewayAccountCfg>["columns"] = [
  { field: "merchantName", width: 192 },
  { field: "accountName", cell: AccountOf, width: 216 },
  { field: "status", cell: StatusOf, width: 136 },
  { field: "priority", width: 88 },
  { field: "weight", width: 88 },
  { field: "health", width: 112 },
  { field: "currencies", width: 160, part: "side" },
  { field: "paymentMethods", cell: Methods, width: 176, isHidden: true },
];

function AccountOf({ row }: Row) {
  return (
    <span className="binding-account">
      {row.accountName} {row.accountName.startsWith(row.gatewayName) ? null : <small>{row.gatewayName}</small>}
    </span>
  );
}

/** The status, and beside it that a change waits. */
function StatusOf({ row }: Row) {
  const locale = useLocale();
  const { fields } = useWords(merGatewayAccountCfgMessages);
  const member = BindingStatus.memberOf(row.status);
  return (
    <span className="binding-status">
      <StatusChip text={member?.text[locale] ?? row.status} tone={member?.tone ?? "neutral"} />
      {row.proposal !== null && row.status !== "pending" && (
        <StatusChip text={fields.proposal} tone="warning" shape="half" isFlat />
      )}
    </span>
  );
}

function Methods({ row }: Row) {
  return <CodesCell codes={row.paymentMethods} none={useWords(merGatewayAccountCfgMessages).text.everyOne} limit={2} />;
}

const pageActions = [
  { action: "tryRoute", resource: routing },
  { action: "detail", resource: routing },
  "shift",
  "add",
] as const;

const isWaiting = ({ proposal }: MerGatewayAccountCfg): boolean => proposal !== null;
const isSettled = (row: MerGatewayAccountCfg): boolean => !isWaiting(row);

/** Which accounts merchants' payments may take, and how they are shared out. */
export const MerGatewayAccountCfgList = () => (
  <ListPage
    resource={merGatewayAccountCfg}
    columns={columns}
    forms={forms}
    rowActions={[
      { action: "update", when: isSettled },
      { action: "approve", when: (row) => isWaiting(row) && !row.isOwn },
      { action: "reject", when: isWaiting },
      "setStatus",
    ]}
    detail={BindingDetail}
    nameField="accountName"
    pageActions={pageActions}
  />
);
