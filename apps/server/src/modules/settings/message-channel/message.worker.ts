import { fill, locales } from "@countinghouse/contract/kit/locale.ts";
import { messageChannelMessages } from "@countinghouse/contract/settings/message-channel/message-channel.messages.ts";
import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { messageQueue } from "./message-channel.service.ts";
import { findChannel } from "./message-channel.store.ts";
import { type MessageOutbound, sendBy } from "./message-sender.service.ts";

/** Placeholder code in tests. */
const testCode = "000000";

/** Sends test messages: once each, since a person waits for the result and can repeat it. */
export const messageWorker = (platform: Platform, outbound?: MessageOutbound): JobWorker =>
  defineWorker({
    queue: messageQueue,
    schema: z.object({ channelId: z.number(), recipient: z.string(), locale: z.enum(locales) }),
    retry: { limit: 0, delaySeconds: 1 },
    handle: async ({ db, logger }, { channelId, recipient, locale }) => {
      const channel = await findChannel(db, channelId);
      if (!channel) return;
      const text = fill(messageChannelMessages[locale].text.testText, { name: channel.name });
      const message = { recipient, text, code: testCode, subject: text };
      // The result is in the message log; the job itself has succeeded.
      await sendBy(platform, channel, message, "test", outbound).catch((error: unknown) =>
        logger.warn({ err: error, channelId }, "a test message was not taken"),
      );
    },
  });
