import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { type Channel, channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ChannelDetail } from "./channel.detail.tsx";

type Props = ListPageProps<typeof channel>;

/** Forms come when one of them is opened. */
const forms = () => import("./channel.add.tsx");
const ChannelAdd = arriving(async () => (await forms()).ChannelAdd);
const ChannelMaintenance = arriving(async () => (await forms()).ChannelMaintenance);
const ChannelStatusForm = arriving(async () => (await forms()).ChannelStatusForm);

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
    create={ChannelAdd}
    rowActions={[
      { action: "update", form: ChannelAdd },
      { action: "maintenance", form: ChannelMaintenance },
      { action: "setStatus", form: ChannelStatusForm },
      "delete",
    ]}
    detail={ChannelDetail}
    nameField="name"
  />
);
