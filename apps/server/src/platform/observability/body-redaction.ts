import {
  findCardNumbers,
  hasCardNumber,
  maskCardNumbers,
  substitute,
} from "@countinghouse/contract/platform/card-number.ts";

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

/** What parts the cells and rows of a table. */
const cell = /[^\t\n\r,;|"]+/g;

/** Digits of full width in UTF-8, read byte by byte, as many as a card number has. */
const wideDigits = /(?:\u00ef\u00bc[\u0090-\u0099][ -]?){13,19}/g;
const wideDigit = /\u00ef\u00bc[\u0090-\u0099]/g;

/** A run of full-width digits that is a card number, with all but its ends substituted byte for byte. */
function withoutWideNumber(run: string): string {
  const digits = run.match(wideDigit) ?? [];
  const plain = digits.map((one) => String(one.charCodeAt(2) - 0x90)).join("");
  if (digits.length < cardLikeDigits || findCardNumbers(plain).length === 0) return run;
  let place = 0;
  return run.replace(wideDigit, (one) => {
    place += 1;
    return place <= 6 || place > digits.length - 4 ? one : substitute.repeat(3);
  });
}

/**
 * A part of a table, in any encoding that writes digits as ASCII does, with the middle digits of each card number
 * substituted: as long as before, so that the parts of a file still fit together.
 */
export function tableWithoutCardNumbers(part: Buffer): Buffer {
  const text = part.toString("latin1");
  const masked = text.replace(cell, (found) =>
    findCardNumbers(found).reduce(
      (rest, { start, end, digits }) =>
        digits.length < cardLikeDigits
          ? rest
          : `${rest.slice(0, start + 6)}${substitute.repeat(end - start - 10)}${rest.slice(end - 4)}`,
      found,
    ),
  );
  const whole = masked.replace(wideDigits, withoutWideNumber);
  return whole === text ? part : Buffer.from(whole, "latin1");
}
