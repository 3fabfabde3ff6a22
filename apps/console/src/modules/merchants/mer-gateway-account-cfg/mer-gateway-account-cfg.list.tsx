import { BindingStatus } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import "./mer-gateway-account-cfg.css";
import { BindingDetail } from "./mer-gateway-account-cfg.detail.tsx";

type Row = { readonly row: MerGatewayAccountCfg };

/** Forms come when one of them is opened. */
const forms = () => import("./mer-gateway-account-cfg.add.tsx");
const BindingAdd = arriving(async () => (await forms()).BindingAdd);
const BindingReject = arriving(async () => (await forms()).BindingReject);
const BindingStatusForm = arriving(async () => (await forms()).BindingStatusForm);
const TrafficShift = arriving(async () => (await forms()).TrafficShift);
const RouteTrial = arriving(async () => (await import("./route-trial.detail.tsx")).RouteTrial);
const RoutingStrategyForm = arriving(async () => (await import("./routing-strategy.add.tsx")).RoutingStrategyForm);

const columns: ListPageProps<typeof merGatewayAccountCfg>["columns"] = [
  { field: "merchantName", width: 192 },
  { field: "accountName", cell: AccountOf, width: 216 },
  { field: "status", cell: StatusOf, width: 136 },
  { field: "priority", width: 88 },
  { field: "weight", width: 88 },
  { field: "health", width: 112 },
  { field: "currencies", cell: Currencies, width: 160 },
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

function Currencies({ row }: Row) {
  return <CodesCell codes={row.currencies} none={useWords(merGatewayAccountCfgMessages).text.everyOne} limit={3} />;
}

function Methods({ row }: Row) {
  return <CodesCell codes={row.paymentMethods} none={useWords(merGatewayAccountCfgMessages).text.everyOne} limit={2} />;
}

const isWaiting = ({ proposal }: MerGatewayAccountCfg): boolean => proposal !== null;
const isSettled = (row: MerGatewayAccountCfg): boolean => !isWaiting(row);

/** Which accounts merchants' payments may take, and how they are shared out. */
export const MerGatewayAccountCfgList = () => (
  <ListPage
    resource={merGatewayAccountCfg}
    columns={columns}
    create={BindingAdd}
    rowActions={[
      { action: "update", form: BindingAdd, when: isSettled },
      { action: "approve", when: isWaiting },
      { action: "reject", form: BindingReject, when: isWaiting },
      { action: "setStatus", form: BindingStatusForm },
    ]}
    detail={BindingDetail}
    nameField="accountName"
    tools={<RoutingTools />}
  />
);

function RoutingTools() {
  const { actions, text } = useWords(merGatewayAccountCfgMessages);
  const [open, setOpen] = useState<"trial" | "strategy" | "shift">();
  const close = () => setOpen(undefined);
  return (
    <span className="binding-tools">
      <Allowed need="routing:tryRoute">
        <Button onClick={() => setOpen("trial")}>{text.tryRoute}</Button>
      </Allowed>
      <Allowed need="routing:detail">
        <Button onClick={() => setOpen("strategy")}>{text.strategy}</Button>
      </Allowed>
      <Allowed need="merGatewayAccountCfg:shift">
        <Button onClick={() => setOpen("shift")}>{actions.shift}</Button>
      </Allowed>
      {open === "trial" && <RouteTrial onClose={close} />}
      {open === "strategy" && <RoutingStrategyForm onClose={close} />}
      {open === "shift" && <TrafficShift onClose={close} />}
    </span>
  );
}
