import { randomUUID } from "node:crypto";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { phoneNumberOf } from "@countinghouse/contract/platform/phone-number.ts";
import { messageChannelMessages } from "@countinghouse/contract/settings/message-channel/message-channel.messages.ts";
import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { z } from "zod";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { seal } from "../../../platform/crypto/sealing.ts";
import { assertFresh, lockRow } from "../../../platform/db/table-operations.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isNamed, parseReachable, type ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import { parsePublicUrl } from "../../../platform/outbound/public-fetch.ts";
import type { Platform } from "../../../platform/platform.ts";
import { isSms, missingIn, neededBy } from "./message-channel.policy.ts";
import { changeChannel, insertChannel, type MessageChannelRow } from "./message-channel.store.ts";

type Operations = typeof messageChannel.operations;
type Outside = Pick<Platform, "secret" | "config">;

/** Queue of test messages. */
export const messageQueue = "messages";

/** Encryption context of a secret. */
export const secretBinding = ({ sealKey }: Pick<MessageChannelRow, "sealKey">): string => `message-channel:${sealKey}`;

/** A public mail server by name, or one that a setting allows. */
function isMailHost(host: string, port: number, reach: ReachableHosts): boolean {
  if (!/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/i.test(host)) return false;
  return isNamed(new URL(`smtp://${host}:${port}`), reach) || parsePublicUrl(`https://${host}`) !== undefined;
}

type Given = Readonly<Partial<Record<string, unknown>>>;

/** Refuses a channel without its provider's required settings, or with a forbidden host. */
function assertUsable(
  { request: { locale } }: Context,
  { config }: Outside,
  kind: MessageChannelRow["kind"],
  of: Given,
): void {
  const missing = neededBy[kind].find((field) => of[field] === null || of[field] === undefined || of[field] === "");
  if (missing) {
    const field = messageChannelMessages[locale].fields[missing];
    throw refuse("messageChannel.needed", { field }, { field: missing });
  }
  if (kind === "email_smtp" && !isMailHost(String(of.host), Number(of.port), config.testHosts))
    throw refuse("messageChannel.mailHostRefused");
  if (kind !== "sms_http") return;
  if (!parseReachable(String(of.url), config.testHosts)) throw refuse("messageChannel.hostRefused");
  const lacking = missingIn(String(of.template));
  if (lacking)
    throw refuse("messageChannel.templateMalformed", { placeholder: lacking === "json" ? "{phone}" : lacking });
}

export const addChannel =
  (outside: Outside) =>
  async (ctx: Context, { secret, ...input }: InputOf<Operations["add"]>): Promise<number> => {
    assertUsable(ctx, outside, input.kind, { ...input, secret });
    const sealKey = randomUUID();
    const { ring } = installationKeys(outside.secret);
    const secretSealed = secret ? seal(ring, secret, secretBinding({ sealKey })) : null;
    return (await insertChannel(ctx, { ...input, sealKey, secretSealed })).id;
  };

export const updateChannel =
  (outside: Outside) =>
  async (ctx: Context, { id, version, secret, ...input }: InputOf<Operations["update"]>): Promise<null> => {
    const before = await lockRow(ctx, "messageChannels", messageChannel, id);
    assertFresh(messageChannel, version, before.version);
    const given = withoutUndefined(input);
    assertUsable(ctx, outside, before.kind, { ...before, ...given, secret: secret ?? before.secretSealed });
    // The secret belongs to its host: changing only the address must not send it elsewhere.
    const { url = before.url, host = before.host } = input;
    const isElsewhere = url !== before.url || host !== before.host;
    const { ring } = installationKeys(outside.secret);
    const sealed = secret ? { secretSealed: seal(ring, secret, secretBinding(before)) } : {};
    await changeChannel(ctx, before, { ...given, ...(isElsewhere ? { secretSealed: null } : {}), ...sealed });
    return null;
  };

export async function testChannel(ctx: Context, { id, recipient }: InputOf<Operations["test"]>): Promise<null> {
  const { kind } = await lockRow(ctx, "messageChannels", messageChannel, id);
  const address = isSms(kind) ? phoneNumberOf(recipient) : z.email().safeParse(recipient).data;
  if (!address) throw refuse("messageChannel.recipientMalformed");
  await ctx.enqueue({ queue: messageQueue, data: { channelId: id, recipient: address, locale: ctx.request.locale } });
  return null;
}
