import { hasCardNumber, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";

/** Strings and numbers of a JSON text; everything between them is left alone. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Digits from which a number may be a card's: shorter ones are usually amounts and timestamps. */
const cardLikeDigits = 15;

function maskToken(found: string): string {
  if (!found.startsWith('"')) {
    const masked = found.length < cardLikeDigits ? found : maskCardNumbers(found);
    return masked === found ? found : `"${masked}"`;
  }
  const text = textOf(found);
  if (text === undefined || !hasCardNumber(text)) return found;
  const masked = maskCardNumbers(text);
  // A number visible only in percent-encoding: the whole text is redacted.
  return JSON.stringify(hasCardNumber(masked) ? "[redacted]" : masked);
}

function textOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

/**
 * A body from an external sender with the middle of each card number masked, otherwise unchanged byte for byte. For
 * messages that cannot be refused because their sender does not expect an answer.
 */
export function bodyWithoutCardNumbers(body: Buffer): Buffer {
  const utf8 = body.toString("utf8");
  // Bytes that are not UTF-8 are kept, and their ASCII digits are found.
  const encoding = Buffer.from(utf8, "utf8").equals(body) ? "utf8" : "latin1";
  const text = encoding === "utf8" ? utf8 : body.toString("latin1");
  const masked = isJson(text) ? text.replace(token, maskToken) : maskCardNumbers(text);
  return masked === text ? body : Buffer.from(masked, encoding);
}
