import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { messageLog } from "@countinghouse/contract/settings/message-channel/message-log.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { addChannel, testChannel, updateChannel } from "./message-channel.service.ts";
import { channelRecords, logReads } from "./message-channel.store.ts";

/** Routes of message channels. */
export const buildMessageChannelRoutes = (platform: Platform) =>
  implement(messageChannel, {
    page: channelRecords.page,
    detail: channelRecords.detail,
    add: addChannel(platform),
    update: updateChannel(platform),
    delete: channelRecords.delete,
    test: testChannel,
  });

export const messageLogRoutes = implement(messageLog, { page: logReads.page });
