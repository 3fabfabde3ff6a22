import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addChannel, changeChannel, deleteChannel, setChannelStatus, setMaintenance } from "./channel.service.ts";
import {
  channelColumn,
  channelKey,
  describedChannels,
  findChannel,
  listChannels,
  merchantsOf,
  pageChannels,
} from "./channel.store.ts";

export const channelRoutes = implement(channel, {
  page: pageChannels,
  list: listChannels,
  detail: (ctx, { id }) => findChannel(ctx, id),
  merchants: async (ctx, { id }) => {
    await findChannel(ctx, id);
    return merchantsOf(ctx, id);
  },
  add: addChannel,
  update: changeChannel,
  setStatus: setChannelStatus,
  maintenance: setMaintenance,
  delete: deleteChannel,
  export: exportable(channel, describedChannels, { columnOf: channelColumn, id: channelKey }),
});
