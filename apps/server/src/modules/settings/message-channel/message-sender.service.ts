import { randomUUID } from "node:crypto";
import { z } from "zod";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open } from "../../../platform/crypto/sealing.ts";
import { connectOutside } from "../../../platform/outbound/guarded-call.ts";
import { sendMail } from "../../../platform/outbound/mail.ts";
import { postOutside } from "../../../platform/outbound/outbound-post.ts";
import type { Platform } from "../../../platform/platform.ts";
import { aliyunSignature, canonicalParameters, tencentAuthorization } from "./cloud-signature.service.ts";
import { bodyFrom, maskedRecipient, withCallingCode } from "./message-channel.policy.ts";
import { secretBinding } from "./message-channel.service.ts";
import { type MessageChannelRow, noteMessage, smsChannels } from "./message-channel.store.ts";

/** An outgoing message. For a phone, the provider's template is filled, whose only variable is the code. */
export interface OutgoingMessage {
  readonly recipient: string;
  readonly text: string;
  readonly code: string;
  readonly subject?: string;
}

/** Sends a message through a provider; answers the provider's id, and throws its error where it refused. */
type Deliver = (message: OutgoingMessage) => Promise<string | null>;

const waitMs = 10_000;
const headBytes = 8_192;

/** Replacement of the network in tests. */
export interface MessageOutbound {
  readonly post: typeof postOutside;
  readonly mail: typeof sendMail;
}

const overTheNetwork: MessageOutbound = { post: postOutside, mail: sendMail };

const parsed = <T>(schema: z.ZodType<T>, head: string): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(head)).data;
  } catch {
    return undefined;
  }
};

const cut = (text: string): string => text.replace(/\s+/g, " ").slice(0, 200);

const AliyunAnswer = z.object({ Code: z.string(), Message: z.string().optional(), BizId: z.string().optional() });
const TencentAnswer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
    SendStatusSet: z
      .array(z.object({ Code: z.string(), Message: z.string(), SerialNo: z.string().optional() }))
      .optional(),
  }),
});

interface Sending {
  readonly channel: MessageChannelRow;
  readonly secret: string;
  readonly platform: Platform;
  readonly outbound: MessageOutbound;
}

const calling = ({ platform }: Sending) => ({ reach: platform.config.testHosts, timeoutMs: waitMs, headBytes });

/** Generic JSON over HTTP: 2xx means accepted. */
const byHttp =
  (sending: Sending): Deliver =>
  async ({ recipient, text, code }) => {
    const { channel, secret, outbound } = sending;
    const { status, head } = await outbound.post({
      ...calling(sending),
      url: channel.url ?? "",
      headers: { "content-type": "application/json", ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
      body: bodyFrom(channel.template ?? "{}", { phone: recipient, text, code }),
    });
    if (status < 200 || status > 299) throw new Error(cut(`${status} ${head}`));
    return null;
  };

/** Alibaba Cloud SendSms, version 2017-05-25. */
const byAliyun =
  (sending: Sending): Deliver =>
  async ({ recipient, code }) => {
    const { channel, secret, outbound, platform } = sending;
    const parameters = {
      AccessKeyId: channel.keyId ?? "",
      Action: "SendSms",
      Format: "JSON",
      PhoneNumbers: recipient.replace(/^\+86/, "").replace(/^\+/, ""),
      RegionId: channel.region ?? "cn-hangzhou",
      SignName: channel.signName ?? "",
      SignatureMethod: "HMAC-SHA1",
      SignatureNonce: randomUUID(),
      SignatureVersion: "1.0",
      TemplateCode: channel.templateCode ?? "",
      TemplateParam: JSON.stringify({ code }),
      Timestamp: platform.clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, "Z"),
      Version: "2017-05-25",
    };
    const Signature = aliyunSignature("POST", parameters, secret);
    const { status, head } = await outbound.post({
      ...calling(sending),
      url: "https://dysmsapi.aliyuncs.com/",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: canonicalParameters({ ...parameters, Signature }),
    });
    const answer = parsed(AliyunAnswer, head);
    if (answer?.Code !== "OK")
      throw new Error(cut(answer ? `${answer.Code} ${answer.Message ?? ""}` : `${status} ${head}`));
    return answer.BizId ?? null;
  };

/** Tencent Cloud SendSms, version 2021-01-11. */
const byTencent =
  (sending: Sending): Deliver =>
  async ({ recipient, code }) => {
    const { channel, secret, outbound, platform } = sending;
    const host = "sms.tencentcloudapi.com";
    const contentType = "application/json; charset=utf-8";
    const timestamp = Math.floor(platform.clock.now().getTime() / 1_000);
    const body = JSON.stringify({
      PhoneNumberSet: [withCallingCode(recipient)],
      SmsSdkAppId: channel.appId,
      SignName: channel.signName,
      TemplateId: channel.templateCode,
      TemplateParamSet: [code],
    });
    const signed = { service: "sms", host, contentType, body, timestamp, signedHeaders: { "x-tc-action": "SendSms" } };
    const { status, head } = await outbound.post({
      ...calling(sending),
      url: `https://${host}/`,
      headers: {
        "content-type": contentType,
        authorization: tencentAuthorization(signed, channel.keyId ?? "", secret),
        "x-tc-action": "SendSms",
        "x-tc-version": "2021-01-11",
        "x-tc-region": channel.region ?? "ap-guangzhou",
        "x-tc-timestamp": String(timestamp),
      },
      body,
    });
    const answer = parsed(TencentAnswer, head)?.Response;
    const fault = answer?.Error ?? answer?.SendStatusSet?.find(({ Code }) => Code !== "Ok");
    if (!answer?.SendStatusSet || fault)
      throw new Error(cut(fault ? `${fault.Code} ${fault.Message}` : `${status} ${head}`));
    return answer.SendStatusSet[0]?.SerialNo ?? null;
  };

const byMail =
  ({ channel, secret, outbound, platform }: Sending): Deliver =>
  async ({ recipient, text, subject }) => {
    const { host, port, tls, keyId, sender } = channel;
    const { testHosts: reach } = platform.config;
    const messageId = `<${randomUUID()}@${(sender ?? "").split("@")[1] ?? "localhost"}>`;
    await outbound.mail(
      {
        host: host ?? "",
        port: port ?? 465,
        tls: tls ?? "implicit",
        user: keyId ?? undefined,
        password: secret || undefined,
        from: sender ?? "",
      },
      { to: recipient, subject: subject ?? "", text, messageId },
      () => connectOutside(new URL(`smtp://${host}:${port}`), { reach, timeoutMs: waitMs }),
    );
    return messageId;
  };

const deliveries = { sms_http: byHttp, sms_aliyun: byAliyun, sms_tencent: byTencent, email_smtp: byMail } as const;

/** Sends a message through a channel and logs the result; throws where it was refused. */
export async function sendBy(
  platform: Platform,
  channel: MessageChannelRow,
  message: OutgoingMessage,
  purpose: "sign_in" | "test",
  outbound: MessageOutbound = overTheNetwork,
): Promise<void> {
  const { ring } = installationKeys(platform.secret);
  const secret = channel.secretSealed ? open(ring, channel.secretSealed, secretBinding(channel)) : "";
  const told = {
    channelName: channel.name,
    kind: channel.kind,
    purpose,
    recipient: maskedRecipient(message.recipient),
    createTime: platform.clock.now().toISOString(),
  };
  try {
    const providerRef = await deliveries[channel.kind]({ channel, secret, platform, outbound })(message);
    await noteMessage(platform.db, { ...told, outcome: "sent", providerRef, failure: null });
  } catch (error) {
    const failure = cut(error instanceof Error ? error.message : String(error));
    await noteMessage(platform.db, { ...told, outcome: "failed", providerRef: null, failure });
    throw error;
  }
}

/** SMS through the configured channels: the first that accepts a message. Undefined without a channel. */
export async function configuredSms(
  platform: Platform,
  outbound: MessageOutbound = overTheNetwork,
): Promise<{ send(message: { phone: string; text: string; code: string }): Promise<void> } | undefined> {
  const channels = await smsChannels(platform.db);
  if (channels.length === 0) return undefined;
  return {
    send: async ({ phone, text, code }) => {
      const failures: unknown[] = [];
      for (const channel of channels) {
        try {
          return await sendBy(platform, channel, { recipient: phone, text, code }, "sign_in", outbound);
        } catch (error) {
          failures.push(error);
        }
      }
      throw new AggregateError(failures, "no channel took the message");
    },
  };
}
