import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { type Channel, channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ChannelDetail } from "./channel.detail.tsx";

const forms = () => import("./channel.form.tsx");

type Props = ListPageProps<typeof channel>;

const columns: Props["columns"] = [
  { field: "name", width: 200 },
  { field: "channelCode", width: 152 },
  "methodName",
  { field: "gatewayName", cell: GatewayOf },
  { field: "status", width: 112 },
  { field: "currencies", cell: Currencies, width: 168 },
  { field: "countries", cell: Countries, width: 176, isHidden: true },
];

function GatewayOf({ row }: { readonly row: Channel }) {
  const { text } = useWords(channelMessages);
  return row.gatewayName ?? <span className="ch-unknown">{text.anyGateway}</span>;
}

function Currencies({ row }: { readonly row: Channel }) {
  return <CodesCell codes={row.currencies} none={useWords(channelMessages).text.everyCurrency} limit={3} />;
}

function Countries({ row }: { readonly row: Channel }) {
  return <CodesCell codes={row.countries} none={useWords(channelMessages).text.everyCountry} limit={3} />;
}

/** Methods as they are sold, with their maintenance. */
export const ChannelList = () => (
  <ListPage
    resource={channel}
    columns={columns}
    forms={forms}
    rowActions={["update", "maintenance", "setStatus", "delete"]}
    detail={ChannelDetail}
    nameField="name"
  />
);
