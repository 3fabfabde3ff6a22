import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { ChannelKind } from "@countinghouse/contract/settings/message-channel/message-enumerations.ts";

type Kind = ValueOf<typeof ChannelKind>;

/** Required settings of each provider. */
export const neededBy = {
  sms_http: ["url", "template"],
  sms_aliyun: ["keyId", "secret", "signName", "templateCode"],
  sms_tencent: ["keyId", "secret", "signName", "templateCode", "appId"],
  email_smtp: ["host", "port", "tls", "sender"],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;

/** Whether a channel sends text messages. */
export const isSms = (kind: Kind): boolean => kind !== "email_smtp";

/** Variables of a template. */
export interface MessageParts {
  readonly phone: string;
  readonly code: string;
  readonly text: string;
}

const filledIn = (value: unknown, parts: MessageParts): unknown => {
  if (typeof value === "string")
    return value.replace(/\{(phone|code|text)\}/g, (_all, name: keyof MessageParts) => parts[name]);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, parts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, parts)]));
};

/** A template with its variables replaced; values are escaped as JSON strings. */
export const bodyFrom = (template: string, parts: MessageParts): string =>
  JSON.stringify(filledIn(JSON.parse(template), parts));

/** The required variable missing in a template, or undefined; `json` for invalid JSON. */
export function missingIn(template: string): "json" | "{phone}" | "{text}" | undefined {
  try {
    JSON.parse(template);
  } catch {
    return "json";
  }
  if (!template.includes("{phone}")) return "{phone}";
  return template.includes("{text}") || template.includes("{code}") ? undefined : "{text}";
}

/** A masked recipient for the log: first and last digits of a number, or the first letter and host of an address. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.indexOf("@");
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`;
  return recipient.length < 8 ? "***" : `${recipient.slice(0, 3)}****${recipient.slice(-4)}`;
}

/** A number with its country code; eleven digits are a mainland Chinese number. */
export const withCallingCode = (phone: string): string => (phone.startsWith("+") ? phone : `+86${phone}`);
