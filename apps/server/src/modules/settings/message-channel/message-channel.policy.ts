import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { ChannelKind } from "@countinghouse/contract/settings/message-channel/message-enumerations.ts";

type Kind = ValueOf<typeof ChannelKind>;

/** What each provider cannot do without. */
export const neededBy = {
  sms_http: ["url", "template"],
  sms_aliyun: ["keyId", "secret", "signName", "templateCode"],
  sms_tencent: ["keyId", "secret", "signName", "templateCode", "appId"],
  email_smtp: ["host", "port", "tls", "sender"],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;

/** Whether a channel carries messages to phones. */
export const isSms = (kind: Kind): boolean => kind !== "email_smtp";

/** What a template is filled with. */
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

/** A template with the parts of a message in the place of their names; a text stays one text, whatever it holds. */
export const bodyFrom = (template: string, parts: MessageParts): string =>
  JSON.stringify(filledIn(JSON.parse(template), parts));

/** The part that a template does not name, or undefined where it is whole; `json` where it is none. */
export function missingIn(template: string): "json" | "{phone}" | "{text}" | undefined {
  try {
    JSON.parse(template);
  } catch {
    return "json";
  }
  if (!template.includes("{phone}")) return "{phone}";
  return template.includes("{text}") || template.includes("{code}") ? undefined : "{text}";
}

/** A recipient as the log keeps it: the ends of a number, or the first letter of an address and its host. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.indexOf("@");
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`;
  return recipient.length < 8 ? "***" : `${recipient.slice(0, 3)}****${recipient.slice(-4)}`;
}

/** A number with the country's calling code; one of eleven digits is of the Chinese mainland. */
export const withCallingCode = (phone: string): string => (phone.startsWith("+") ? phone : `+86${phone}`);
