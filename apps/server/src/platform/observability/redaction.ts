import { isIP } from "node:net";
import { maskCardNumbers, maskedHead } from "@countinghouse/contract/platform/card-number.ts";
import { maskEmail, maskIp } from "@countinghouse/contract/platform/personal-data.ts";

const hidden = "[redacted]";

/** Names of members whose values are never logged, judged by name so that one added later is covered too. */
const secretName =
  /pass(word|wd|code)?|pwd|secret|token|credential|private|signature|otp|captcha|cookie|^authorization$|^x-authorization$|^(sms|verify|recovery)?-?codes?$/i;

const depthMax = 6;

/** A copy for the log with secret members replaced. Errors are left to their serializer. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== "object" || value instanceof Error || value instanceof Date) return value;
  if (depth >= depthMax) return "[deep]";
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && member !== null && member !== undefined ? hidden : withoutSecrets(member, depth + 1),
    ]),
  );
}

// Repetition before the deciding word is bounded: unbounded, a long text without that word takes quadratic time.
const bearer = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi;
const webToken = /\beyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]*/g;
const queryValue =
  /([?&][\w.-]{0,64}(?:pass(?:word|wd)?|pwd|secret|token|code|key|sign(?:ature)?|credential)[\w.-]{0,64}=)[^&\s"\\#]+/gi;
const urlPassword = /([a-z][a-z0-9+.-]{0,31}:\/\/[^\s:/"@\\]*:)[^\s/"@\\]+@/gi;

/** Removes credentials and card numbers from free text, and cuts it to `max` characters; no limit by default. */
export const withoutCredentials = (text: string, max = Number.POSITIVE_INFINITY): string =>
  maskedHead(
    text
      .replace(bearer, `$1 ${hidden}`)
      .replace(webToken, hidden)
      .replace(queryValue, `$1${hidden}`)
      .replace(urlPassword, `$1${hidden}@`),
    max,
  );

// Bindings of a child logger pass no formatter, and a body logged as text is JSON within JSON.
const secretMember =
  /"([\w-]{0,64}(?:password|passwd|secret|token|authorization|credential|cookie)[\w-]{0,64})":"(?:[^"\\]|\\.)*"/gi;
const quotedSecretMember =
  /\\"([\w-]{0,64}(?:password|passwd|secret|token|authorization|credential|cookie)[\w-]{0,64})\\":\s*\\"[^"\\]*\\"/gi;

/**
 * The last filter: one finished JSON line on its way out. It is parsed only where its text changes, because a masked
 * number must become a string.
 */
export function cleanLine(line: string): string {
  const named = line.replace(secretMember, `"$1":"${hidden}"`).replace(quotedSecretMember, `\\"$1\\":\\"${hidden}\\"`);
  if (withoutCredentials(named) === named) return named;
  return `${JSON.stringify(cleaned(JSON.parse(named)))}\n`;
}

/**
 * A copy that may be stored and shown: secret members hidden by name, credentials and card numbers removed from texts,
 * and texts cut to `textMax` characters; no limit by default.
 */
export const withoutSensitive = (value: unknown, textMax?: number): unknown => cleaned(withoutSecrets(value), textMax);

function cleaned(value: unknown, textMax?: number): unknown {
  if (typeof value === "string") return withoutCredentials(value, textMax);
  if (typeof value === "number") {
    const text = String(value);
    const masked = maskCardNumbers(text);
    return masked === text ? value : masked;
  }
  if (Array.isArray(value)) return value.map((one) => cleaned(one, textMax));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskCardNumbers(name), cleaned(member, textMax)]),
  );
}

const emailInText = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const ipInText = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/** Masks e-mail and IP addresses in free text. */
export const withoutPersonal = (text: string): string =>
  isIP(text) === 0 ? text.replace(emailInText, maskEmail).replace(ipInText, maskIp) : maskIp(text);
