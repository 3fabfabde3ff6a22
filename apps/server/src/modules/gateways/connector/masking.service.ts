import { withoutCredentials, withoutPersonal } from "../../../platform/observability/redaction.ts";

/** Longest stored body of an exchange, in bytes. */
export const keptBytesMax = 65_536;

const hidden = "[redacted]";
const secretHeader = /authorization|cookie|api-?key|client-?id|secret|token|signature/i;
const cardNumberMember = /^(number|pan|card_?number|debit_?account|account_?number|iban)$/i;
const secretMember = /secret|token|password|api_?key|authorization|client_?id|cavv|cryptogram/i;
const securityCodeMember = /(?:cvc|cvv|csc)2?(?:_?(?:code|number|value))?$|security_?code$|^pin$/i;
/** A check result as a word, such as `match`, is kept: it is no security code. */
const isVerdict = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z_ ]*$/.test(value);

/** Secrets known to the caller, which are masked wherever they occur. */
export interface KnownSecrets {
  /** Values to mask anywhere, such as keys and card numbers. */
  readonly anywhere: readonly string[];
  /** Short values such as a CVV: masked in text that is not JSON, where they stand alone. */
  readonly alone: readonly string[];
}

const middleHidden = (text: string): string =>
  text.length < 11 ? "*".repeat(text.length) : `${text.slice(0, 6)}${"*".repeat(text.length - 10)}${text.slice(-4)}`;

/** A number becomes text only where a card number has to be masked in it. */
function numberMasked(value: number): number | string {
  const text = withoutCredentials(String(value));
  return text === String(value) ? value : text;
}

function masked(value: unknown, name = ""): unknown {
  if (value === null || value === undefined) return value;
  if (secretMember.test(name)) return typeof value === "object" ? maskedMembers(value) : hidden;
  if (typeof value === "object") return maskedMembers(value);
  if (securityCodeMember.test(name) && !isVerdict(value)) return hidden;
  if (cardNumberMember.test(name)) return middleHidden(String(value));
  if (typeof value === "number") return numberMasked(value);
  return typeof value === "string" ? withoutPersonal(withoutCredentials(value)) : value;
}

const maskedMembers = (value: object): unknown =>
  Array.isArray(value)
    ? value.map((item) => masked(item))
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, name)]));

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const replaceAll = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret.length < 6 ? rest : rest.replaceAll(secret, hidden)), text);

const replaceAlone = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (rest, secret) =>
      /^\d{3,4}$/.test(secret) ? rest.replace(new RegExp(`(?<!\\d)${secret}(?!\\d)`, "g"), "***") : rest,
    text,
  );

function capped(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= keptBytesMax
    ? text
    : `${bytes
        .subarray(0, keptBytesMax - 4)
        .toString("utf8")
        .replace(/\uFFFD+$/, "")}…`;
}

/** Masks somewhat more than is stored, so that no secret is cut at the end. */
const overlap = 4_096;

const maskText = (text: string, { anywhere, alone }: KnownSecrets): string =>
  capped(replaceAlone(replaceAll(withoutPersonal(withoutCredentials(text)), anywhere), alone));

/**
 * A loggable body: card numbers except their ends, security codes, keys, tokens, e-mail and IP addresses are masked;
 * 64 KB at most.
 */
export function maskBody(text: string | null, secrets: KnownSecrets): string | null {
  if (text === null || text === "") return null;
  const json = readJson(text);
  if (json === null || typeof json !== "object") return maskText(text.slice(0, keptBytesMax + overlap), secrets);
  return capped(replaceAll(JSON.stringify(masked(json)), secrets.anywhere));
}

/** Loggable headers, names in lower case. */
export function maskHeaders(
  headers: Readonly<Record<string, string | readonly string[] | number | undefined>>,
  secrets: KnownSecrets,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(", ") : String(value);
    kept[name.toLowerCase()] = secretHeader.test(name)
      ? hidden
      : replaceAll(withoutPersonal(withoutCredentials(text)), secrets.anywhere).slice(0, 2_048);
  }
  return kept;
}

/** A loggable URL. */
export const maskUrl = (url: string, secrets: KnownSecrets): string =>
  replaceAll(withoutCredentials(url), secrets.anywhere);
