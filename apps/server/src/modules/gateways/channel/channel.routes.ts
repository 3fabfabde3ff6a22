import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addChannel, changeChannel, deleteChannel, setChannelStatus, setMaintenance } from "./channel.service.ts";
import { channels, listChannels, merchantsOf } from "./channel.store.ts";

export const channelRoutes = implement(channel, {
  page: channels.page,
  list: listChannels,
  detail: channels.detail,
  merchants: async (ctx, { id }) => {
    await channels.detail(ctx, { id });
    return merchantsOf(ctx, id);
  },
  add: addChannel,
  update: changeChannel,
  setStatus: setChannelStatus,
  maintenance: setMaintenance,
  delete: deleteChannel,
  export: channels.export,
});
