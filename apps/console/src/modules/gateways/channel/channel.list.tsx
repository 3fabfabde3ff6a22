import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { GatewayOf } from "./channel.cells.part.tsx";
import { ChannelDetail } from "./channel.detail.tsx";

const forms = () => import("./channel.form.tsx");

type Props = ListPageProps<typeof channel>;

const columns: Props["columns"] = [
  { field: "name", width: 200 },
  { field: "channelCode", width: 152 },
  "methodName",
  { field: "gatewayName", cell: GatewayOf },
  { field: "status", width: 112 },
  { field: "currencies", width: 168, part: "side" },
  { field: "countries", width: 176, isHidden: true },
];

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
