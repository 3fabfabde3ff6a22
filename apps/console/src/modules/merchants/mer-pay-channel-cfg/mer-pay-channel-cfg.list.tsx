import { PayerDevice } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { merPayChannelCfgMessages } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.messages.ts";
import {
  type MerPayChannelCfg,
  merPayChannelCfg,
} from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { LimitsText } from "../../../platform/gateways/cells.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import "./mer-pay-channel-cfg.css";

const forms = () => import("./mer-pay-channel-cfg.form.tsx");

type Row = { readonly row: MerPayChannelCfg };

const columns: ListPageProps<typeof merPayChannelCfg>["columns"] = [
  { field: "channelName", width: 184 },
  { field: "methodName", part: "none" },
  "merchantName",
  { field: "appName", cell: AppOf, isPlain: true, width: 120 },
  { field: "sort", width: 80 },
  { field: "isOffered", cell: Offered, width: 112 },
  { field: "status", width: 112 },
  { field: "currencies", width: 160, isHidden: true },
  { field: "countries", width: 160, isHidden: true },
];

function AppOf({ row }: Row) {
  const { text } = useWords(merPayChannelCfgMessages);
  return row.appName ?? <span className="ch-unknown">{text.allApps}</span>;
}

function Offered({ row }: Row) {
  const { text } = useWords(merPayChannelCfgMessages);
  return row.isOffered ? (
    <StatusChip text={text.offered} tone="success" isFlat />
  ) : (
    <StatusChip text={text.hiddenWord} shape="hollow" isFlat />
  );
}

/** What merchants offer at checkout, in which order. A merchant's own people see theirs alone. */
export const MerPayChannelCfgList = () => (
  <ListPage
    resource={merPayChannelCfg}
    columns={columns}
    forms={forms}
    rowActions={["arrange", "update", "setStatus", "delete"]}
    nameField="channelName"
    detail={CheckoutLinePanel}
    pageActions={["preview", "applyTemplate", "add"]}
  />
);

const facts = [
  "merchantName",
  "appName",
  "methodName",
  "gatewayName",
  "isOffered",
  "sort",
  "status",
  "channelStatus",
  "currencies",
  "countries",
  "devices",
] as const;

/** A line of a checkout beside the list: whose it is, where it stands, and when it is shown. */
function CheckoutLinePanel({ row }: Row) {
  const { fields, text } = useWords(merPayChannelCfgMessages);
  const locale = useLocale();
  const all = { appName: text.allApps };
  const devices = row.devices.map((device) => PayerDevice.memberOf(device)?.text[locale] ?? device);
  return (
    <>
      <RecordFacts resource={merPayChannelCfg} of={{ ...row, ...(row.appName ? {} : all), devices }} fields={facts} />
      <Facts
        facts={[
          { key: "limits", label: fields.limits, value: <LimitsText limits={row.limits} none="–" />, isWide: true },
        ]}
      />
      <RecordHistory resource={merPayChannelCfg} of={row} />
    </>
  );
}
