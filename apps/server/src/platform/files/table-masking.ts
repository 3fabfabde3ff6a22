import { type CardNumberMatch, findCardNumbers, substitute } from "@countinghouse/contract/platform/card-number.ts";
import { createTurnYielder } from "../load/turn-yielder.ts";
import { delimiterOf } from "./file-style.ts";

/** Decoded text, with the byte offset at which each UTF-16 unit begins and one offset for the end. */
interface Decoded {
  readonly text: string;
  readonly placeOf: (unit: number) => number;
  /** Replacement for a masked digit, in the file's encoding. */
  readonly sign: Buffer;
}

const sign = Buffer.from(substitute, "latin1");

/** Partial UTF-8 characters that a cut left at either end: at most three bytes each. */
function wholeCharacters(bytes: Buffer): readonly [from: number, to: number] {
  let from = 0;
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  let to = bytes.length;
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const lead = bytes[bytes.length - back] ?? 0;
    if ((lead & 0xc0) === 0x80) continue;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (length > back) to = bytes.length - back;
    break;
  }
  return [from, to];
}

function fromUtf8(bytes: Buffer): Decoded | undefined {
  const [from, to] = wholeCharacters(bytes);
  const own = bytes.subarray(from, to);
  const text = own.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(own)) return undefined;
  if (text.length === own.length) return { text, placeOf: (unit) => from + unit, sign };
  const places = new Uint32Array(text.length + 1);
  let at = from;
  let unit = 0;
  for (const symbol of text) {
    // Both halves of a surrogate pair begin at the same byte.
    for (let half = 0; half < symbol.length; half += 1) places[unit + half] = at;
    unit += symbol.length;
    at += Buffer.byteLength(symbol);
  }
  places[unit] = at;
  return { text, placeOf: (one) => places[one] ?? at, sign };
}

/** Detects UTF-16 by its zero bytes: delimiters, line ends and digits have them in the same half of each unit. */
function fromUtf16(bytes: Buffer): Decoded | undefined {
  let [even, odd] = [0, 0];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (Math.max(even, odd) < bytes.length / 16) return undefined;
  const isBig = even > odd;
  const own = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (isBig ? own.swap16() : own).toString("utf16le");
  return { text, placeOf: (unit) => 2 * unit, sign: isBig ? Buffer.from([0, 0x1a]) : Buffer.from([0x1a, 0]) };
}

/** Full-width digits in GB 18030 and Big5, two bytes each. */
const wide = /\u00a3[\u00b0-\u00b9]|\u00a2[\u00af-\u00b8]/g;

/** Encodings whose digits are ASCII: their other characters are left as single bytes. */
function fromBytes(bytes: Buffer): Decoded {
  const raw = bytes.toString("latin1");
  let text = "";
  const places: number[] = [];
  let done = 0;
  const copy = (to: number): void => {
    text += raw.slice(done, to);
    for (; done < to; done += 1) places.push(done);
  };
  for (const { 0: found, index } of raw.matchAll(wide)) {
    copy(index);
    const [lead, digit] = [found.charCodeAt(0), found.charCodeAt(1)];
    text += String(digit - (lead === 0xa3 ? 0xb0 : 0xaf));
    places.push(done);
    done += 2;
  }
  copy(raw.length);
  return { text, placeOf: (unit) => places[unit] ?? raw.length, sign };
}

const decoded = (bytes: Buffer): Decoded => fromUtf16(bytes) ?? fromUtf8(bytes) ?? fromBytes(bytes);

/** A stretch of a file as text, whatever its encoding; it may begin and end inside a character. */
export const readableText = (bytes: Buffer): string => decoded(bytes).text;

/** What parts cells and rows whatever the separator is, and quotation marks. */
const anyCell = /[^\t\n\r,;|"]+/g;
/** A cell as the parser reads it: within quotation marks, separators and line ends belong to it. */
const ownCells = (delimiter: string): RegExp => {
  const parting = `[${delimiter === "\t" ? "\\t" : delimiter}\\r\\n]`;
  return new RegExp(`(?<=^|${parting})"(?:[^"]|"")*"(?=$|${parting})|[^"${parting.slice(1, -1)}]+`, "g");
};

/** Digits from which an ungrouped number may be a card's: shorter ones are usually amounts and timestamps. */
const cardLikeDigits = 15;
const isCardLike = (text: string, { start, end, digits }: CardNumberMatch): boolean =>
  digits.length >= cardLikeDigits || (text.slice(start, end).match(/\p{N}+/gu)?.length ?? 0) > 2;

const isLowHalf = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));

/** The ranges of a text to mask: of each card number all but its ends. */
async function middlesIn(text: string, delimiter: string): Promise<(readonly [from: number, to: number])[]> {
  const middles: (readonly [from: number, to: number])[] = [];
  const looked = new Map<number, number>();
  const yieldTurn = createTurnYielder();
  for (const cell of [anyCell, ownCells(delimiter)])
    for (const { 0: found, index } of text.matchAll(cell)) {
      if (looked.get(index) === found.length) continue;
      looked.set(index, found.length);
      for (const one of findCardNumbers(found))
        if (isCardLike(found, one)) {
          const [from, to] = [index + one.start + 6, index + one.end - 4];
          middles.push([isLowHalf(text, from) ? from - 1 : from, isLowHalf(text, to) ? to + 1 : to]);
        }
      await yieldTurn();
    }
  return middles;
}

/**
 * A chunk of a file of rows with the middle digits of each card number masked, byte for byte: its length does not
 * change, so that the parts of a file still fit together. The chunk may begin and end inside a character. `head` is
 * the beginning of the file; its first line tells the delimiter.
 */
export async function tableWithoutCardNumbers(bytes: Buffer, head: Buffer): Promise<Buffer> {
  const { text, placeOf, sign: own } = decoded(bytes);
  const middles = await middlesIn(text, delimiterOf(decoded(head).text));
  if (middles.length === 0) return bytes;
  const masked = Buffer.from(bytes);
  for (const [from, to] of middles) masked.fill(own, placeOf(from), placeOf(to));
  return masked;
}
