import { hasCardNumber, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";

/** Strings and numbers of a JSON text; what it says between them is left alone. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Shorter numbers are amounts and instants long before they are a card's. */
const cardLikeDigits = 15;

function maskToken(found: string): string {
  if (!found.startsWith('"')) {
    const masked = found.length < cardLikeDigits ? found : maskCardNumbers(found);
    return masked === found ? found : `"${masked}"`;
  }
  const text = textOf(found);
  if (text === undefined || !hasCardNumber(text)) return found;
  const masked = maskCardNumbers(text);
  // A number that only an address' escapes show is not worth telling apart.
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
 * A body of somebody else's making with the middle of each card number hidden, byte for byte the same otherwise: where
 * something cannot be refused, because its sender has done with it, it is masked before it is kept.
 */
export function bodyWithoutCardNumbers(body: Buffer): Buffer {
  const utf8 = body.toString("utf8");
  // What is no UTF-8 keeps its bytes, and its digits are where ASCII has them.
  const encoding = Buffer.from(utf8, "utf8").equals(body) ? "utf8" : "latin1";
  const text = encoding === "utf8" ? utf8 : body.toString("latin1");
  const masked = isJson(text) ? text.replace(token, maskToken) : maskCardNumbers(text);
  return masked === text ? body : Buffer.from(masked, encoding);
}
