import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postNotice } from "../../system/notice/index.ts";
import { deadByMerchant, peopleOf } from "./endpoint-notice.store.ts";
import { recordMerchantEvent } from "./merchant-event.store.ts";
import type { SenderEndpoint } from "./sender.store.ts";

/** Notifies a merchant's other endpoints, and its users, that an endpoint was disabled. */
export async function announceSwitchedOff(
  ctx: Context,
  endpoint: SenderEndpoint,
  reason: "gone" | "failing",
  locale: Locale,
): Promise<void> {
  const { merchantId, tenantId, id, appId, mode, name, url, version } = endpoint;
  await recordMerchantEvent(ctx, {
    merchantId,
    appId,
    mode,
    type: "webhook_endpoint.disabled",
    objectType: "webhook_endpoint",
    objectId: id,
    objectNo: id,
    objectSeq: version + 1,
    object: { id, name, url, status: "auto_disabled", reason },
  });
  const { text } = webhookMessages[locale];
  const userIds = (await peopleOf(ctx.db, [merchantId])).map(({ id: userId }) => userId);
  const content = fill(reason === "gone" ? text.offGone : text.offFailing, { name });
  await postNotice(ctx, { tenantId, userIds, title: text.offTitle, content });
}

const hourMs = 3_600_000;

/** Notifies each merchant's users of the number of deliveries that failed for good in the last hour. */
export async function announceDeadDeliveries(ctx: Context, locale: Locale): Promise<void> {
  const until = Math.floor(ctx.now.getTime() / hourMs) * hourMs;
  const dead = await deadByMerchant(ctx.db, new Date(until - hourMs), new Date(until));
  if (dead.length === 0) return;
  const { text } = webhookMessages[locale];
  const people = await peopleOf(
    ctx.db,
    dead.map(({ merchantId }) => merchantId),
  );
  for (const { merchantId, tenantId, count } of dead) {
    const userIds = people.filter((person) => person.merchantId === merchantId).map(({ id }) => id);
    await postNotice(ctx, { tenantId, userIds, title: text.digestTitle, content: fill(text.digestText, { count }) });
  }
}
