import { otherRanges, type SchemeRange, schemeRanges } from "./card-schemes.ts";
import { asStorableText } from "./storable-text.ts";

/** Prefix sums of digits with every second one doubled: those at even places, and those at odd ones. */
type CheckSums = readonly [even: Int32Array, odd: Int32Array];

function checkSums(digits: string): CheckSums {
  const sums: CheckSums = [new Int32Array(digits.length + 1), new Int32Array(digits.length + 1)];
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - 48;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    sums[0][at + 1] = (sums[0][at] ?? 0) + (at % 2 === 0 ? doubled : digit);
    sums[1][at + 1] = (sums[1][at] ?? 0) + (at % 2 === 1 ? doubled : digit);
  }
  return sums;
}

/** Whether the digits between two places end in a valid check digit: the last but one is doubled. */
function isChecked(sums: CheckSums, from: number, to: number): boolean {
  const own = sums[to % 2 === 0 ? 0 : 1];
  return ((own[to] ?? 0) - (own[from] ?? 0)) % 10 === 0;
}

/** Whether digits have a valid check digit (Luhn, ISO/IEC 7812-1 annex B). */
export const hasCheckDigit = (digits: string): boolean => isChecked(checkSums(digits), 0, digits.length);

/**
 * German and Austrian telephone numbers without their plus also have thirteen digits, and are still assigned; Visa
 * numbers of that length are not.
 */
const likelyTelephone = /^4[39]\d{11}$/;

const allRanges: readonly SchemeRange[] = [...schemeRanges, ...otherRanges];

/** Whether digits match a known range and its length. */
const isOfRange = (digits: string): boolean =>
  !likelyTelephone.test(digits) &&
  allRanges.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits));

/** Whether digits can be a card number: a known range, its length, and the check digit. */
const isIssued = (digits: string): boolean => isOfRange(digits) && hasCheckDigit(digits);

/** A card number inside a text. */
export interface CardNumberMatch {
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
  readonly digits: string;
}

/** Digits of the shortest and the longest number. */
const shortest = 13;
const longest = 19;
/** Usual separators between groups of digits. */
const between = "[\\s\\p{Pd}\\p{Pc}\\u2212\\u00b7\\u2022\\u30fb\\u3002./+]{1,3}";
const separated = new RegExp(`\\d+(?:${between}\\d+)*`, "gu");
/**
 * Any other separator, or one or two letters, repeated between all groups: the group sizes must then be those printed
 * on cards, because lists of amounts look similar.
 */
const alike = /(?<!\d)(\d{1,6})([^\p{L}\p{N}]{1,8}|\p{L}{1,2})\d{1,6}(?:\2\d{1,6})+(?!\d)/gu;
/** Printed group sizes, and the maximum number of groups. */
const printedAlike = /^(?:4,4,4,[1-4]|4,4,4,4,[1-3]|4,6,[45])$/;
const fewGroupsMax = 5;
const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);
const uuid = /(?<![0-9A-Za-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9A-Za-z])/gi;

type Kind = "digit" | "letter" | "mark";

function kindOf(code: number): Kind {
  if (code < 128) {
    if (code >= 48 && code <= 57) return "digit";
    return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? "letter" : "mark";
  }
  const symbol = String.fromCodePoint(code);
  if (/^\p{N}$/u.test(symbol)) return "digit";
  return /^\p{L}$/u.test(symbol) ? "letter" : "mark";
}

/**
 * A cheap filter with false positives: whether thirteen digits are close together, with up to eight separators or two
 * letters between them. Linear in any text.
 */
function isWorthLooking(text: string): boolean {
  const kinds = new Map<number, Kind>();
  let [digits, letters, marks] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const kind = kinds.get(code) ?? kindOf(code);
    kinds.set(code, kind);
    if (kind === "digit") {
      digits += 1;
      if (digits === shortest) return true;
      letters = marks = 0;
    } else {
      if (kind === "letter") letters += 1;
      else marks += 1;
      if (letters > 2 || marks > 8 || (letters > 0 && marks > 0)) digits = letters = marks = 0;
    }
  }
  return false;
}

/** A text with digits of all scripts converted to ASCII, and the origin of each character. */
interface FoldedText {
  readonly plain: string;
  /** Indexes in the original text, one more than characters; absent where nothing moved. */
  readonly places?: readonly number[];
}

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Scripts encode their ten digits consecutively. */
function digitOf(symbol: string): string | undefined {
  const compatible = symbol.normalize("NFKC");
  if (/^[0-9]$/.test(compatible)) return compatible;
  const code = symbol.codePointAt(0) ?? 0;
  if (!isDigit(code)) return undefined;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/** Visual ASCII equivalent of a symbol; empty for combining marks and zero-width characters, which separate nothing. */
function shownAs(symbol: string): string {
  if (/^[\p{Cf}\p{M}]$/u.test(symbol)) return "";
  const shown = (/^\p{N}$/u.test(symbol) ? digitOf(symbol) : undefined) ?? symbol.normalize("NFKC");
  return shown.length === 1 ? shown : "\uFFFD";
}

function folded(text: string): FoldedText {
  if (isAscii(text)) return { plain: text };
  const known = new Map<string, string>();
  let plain = "";
  const places: number[] = [];
  let at = 0;
  for (const symbol of text) {
    const shown = known.get(symbol) ?? shownAs(symbol);
    known.set(symbol, shown);
    if (shown !== "") {
      plain += shown;
      places.push(at);
    }
    at += symbol.length;
  }
  places.push(at);
  return { plain, places };
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Groups of equal size with a shorter last one, or as American Express and Diners print them. */
function isPrinted(sizes: readonly number[]): boolean {
  const [first = 0] = sizes;
  const last = sizes.at(-1) ?? 0;
  const isRegular = sizes.slice(0, -1).every((size) => size === first) && last <= first;
  return isRegular || ["4,6,5", "4,6,4", "6,13", "6,10"].includes(sizes.join());
}

/** Letters may adjoin the number, but a word of letters and several numbers is a key or digest. */
const isWordStart = (plain: string, start: number): boolean =>
  !/\d[A-Za-z]+$/.test(plain.slice(Math.max(0, start - 64), start));
const isWordEnd = (plain: string, end: number): boolean => !/^[A-Za-z]+\d/.test(plain.slice(end, end + 64));

/** Whether the groups form a number of their own, and not a part of something longer. */
function standsAlone(plain: string, groups: readonly Group[], from: number, to: number, digits: string): boolean {
  const [first, last] = [groups[from], groups[to]];
  if (!first || !last) return false;
  // A plus before so few digits indicates a telephone number (ITU-T E.164).
  if (plain[first.start - 1] === "+" && digits.length <= 14) return false;
  // Digits after a point are the fraction of a short number.
  if (from === to && /(?:^|[^\d.])\d{1,3}\.$/.test(plain.slice(Math.max(0, first.start - 5), first.start)))
    return false;
  // Irregular groups only where nothing else is in the row; table rows are not groups.
  const isWhole =
    from === 0 && to === groups.length - 1 && digits.length >= 15 && !/[\r\n]/.test(plain.slice(first.start, last.end));
  const sizes = groups.slice(from, to + 1).map((group) => group.digits.length);
  return (isWhole || isPrinted(sizes)) && isWordStart(plain, first.start) && isWordEnd(plain, last.end);
}

/** Groups, and their concatenated digits. */
interface Run {
  readonly groups: readonly Group[];
  readonly digits: string;
  /** Start of each group in the digits; one entry more than groups. */
  readonly offsets: readonly number[];
  readonly sums: CheckSums;
}

/** The number that starts with a group, if any, and its last group. */
function numberAt(
  plain: string,
  { groups, digits, offsets, sums }: Run,
  from: number,
): { digits: string; to: number } | undefined {
  const start = offsets[from] ?? 0;
  // No card number starts with 0 or 1.
  if (digits.charCodeAt(start) < 50) return undefined;
  let to = from;
  for (let length = shortest; length <= longest; length += 1) {
    while (to < groups.length && (offsets[to + 1] ?? 0) - start < length) to += 1;
    if (to >= groups.length) return undefined;
    // Cheapest first: few sequences end between two groups with a valid check digit.
    if (offsets[to + 1] !== start + length || !isChecked(sums, start, start + length)) continue;
    const number = digits.slice(start, start + length);
    if (isOfRange(number) && standsAlone(plain, groups, from, to, number)) return { digits: number, to };
  }
  return undefined;
}

/** Possible last groups of printed numbers from one group on: digit by digit, or in few groups. */
function printedEnds(sizes: readonly number[], from: number): readonly number[] {
  if (sizes[from] === 4)
    return Array.from({ length: fewGroupsMax - 2 }, (_, more) => from + 2 + more).filter(
      (to) => to < sizes.length && printedAlike.test(sizes.slice(from, to + 1).join()),
    );
  let ones = 0;
  while (ones < longest && sizes[from + ones] === 1) ones += 1;
  return Array.from({ length: Math.max(0, ones - shortest + 1) }, (_, more) => from + shortest - 1 + more);
}

/** A number whose groups share a separator, alone or next to groups of other sizes such as month and year. */
function numberAlike(
  plain: string,
  groups: readonly Group[],
): { from: number; to: number; digits: string } | undefined {
  const sizes = groups.map(({ digits }) => digits.length);
  for (let from = 0; from < groups.length; from += 1) {
    // A sequence that continues with the same size is a list, or an address.
    if (sizes[from - 1] === sizes[from]) continue;
    for (const to of printedEnds(sizes, from)) {
      if (sizes[to + 1] === sizes[from]) continue;
      const number = groups.slice(from, to + 1);
      const digits = number.map((group) => group.digits).join("");
      const [first, last] = [groups[from], groups[to]];
      if (first && last && isIssued(digits) && isWordStart(plain, first.start) && isWordEnd(plain, last.end))
        return { from, to, digits };
    }
  }
  return undefined;
}

/** Numbers with groups separated by any one separator, where no usual one separates them. */
function foundAlike(plain: string, known: readonly CardNumberMatch[]): CardNumberMatch[] {
  return [...plain.matchAll(alike)].flatMap((run) => {
    const groups = groupsOf(run);
    const number = numberAlike(plain, groups);
    const [start, end] = [groups[number?.from ?? -1]?.start, groups[number?.to ?? -1]?.end];
    if (!number || start === undefined || end === undefined) return [];
    const isKnown = known.some((one) => one.start < end && start < one.end);
    return isKnown ? [] : [{ start, end, digits: number.digits }];
  });
}

const isAsciiDigit = (code: number): boolean => code >= 48 && code <= 57;

function groupsOf({ 0: run, index }: RegExpExecArray): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < run.length; at += 1) {
    if (!isAsciiDigit(run.charCodeAt(at))) continue;
    const from = at;
    while (isAsciiDigit(run.charCodeAt(at + 1))) at += 1;
    groups.push({ start: index + from, end: index + at + 1, digits: run.slice(from, at + 1) });
  }
  return groups;
}

/**
 * The card numbers in a text, in order: digits of any script, whole or in groups, inside longer text or alone. Their
 * lengths, ranges and check digits tell them from other numbers; a tenth of the random numbers of a known range and
 * length still passes for one.
 */
export function findCardNumbers(text: string): CardNumberMatch[] {
  if (text.length < shortest || !isWorthLooking(text)) return [];
  const { plain: written, places } = folded(text);
  const plain = written.replace(uuid, (found) => "x".repeat(found.length));
  const placeOf = (at: number): number => places?.[at] ?? at;
  const found = [...plain.matchAll(separated)].flatMap((run) => foundIn(plain, groupsOf(run)));
  return [...found, ...foundAlike(plain, found)]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, digits }) => ({ start: placeOf(start), end: placeOf(end), digits }));
}

/** Numbers with groups separated by usual separators. */
function foundIn(plain: string, groups: readonly Group[]): CardNumberMatch[] {
  const offsets = [0];
  for (const { digits } of groups) offsets.push((offsets.at(-1) ?? 0) + digits.length);
  if ((offsets.at(-1) ?? 0) < shortest) return [];
  const digits = groups.map((group) => group.digits).join("");
  const run = { groups, offsets, digits, sums: checkSums(digits) };
  const found: CardNumberMatch[] = [];
  for (let from = 0; from < groups.length; from += 1) {
    const number = numberAt(plain, run, from);
    const [first, last] = [groups[from], groups[number?.to ?? -1]];
    if (!number || !first || !last) continue;
    found.push({ start: first.start, end: last.end, digits: number.digits });
    from = number.to;
  }
  return found;
}

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/** The percent-decoded text of an address, decoded once; invalid bytes become a placeholder. */
function unescaped(text: string): string {
  const bytes = utf8.encoder.encode(text);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1, to += 1) {
    const value = bytes[at] === percent ? hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]) : Number.NaN;
    bytes[to] = Number.isNaN(value) ? (bytes[at] ?? 0) : value;
    if (!Number.isNaN(value)) at += 2;
  }
  return utf8.decoder.decode(bytes.subarray(0, to));
}

const percent = 37;

/** The value of a hexadecimal digit, by its character code. */
function hexOf(code = 0): number {
  if (isAsciiDigit(code)) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}

/** Whether a text contains a card number, plainly or percent-encoded. */
export function hasCardNumber(text: string): boolean {
  if (findCardNumbers(text).length > 0) return true;
  const plain = text.includes("%") ? unescaped(text) : text;
  return plain !== text && findCardNumbers(plain).length > 0;
}

/**
 * The text with all but the first six and last four digits of each card number replaced (PCI DSS 3.4.1). A text with a
 * number in the escapes of an address comes back as what its escapes say, since a number has no place in them of its own.
 */
export function maskCardNumbers(text: string): string {
  const masked = maskedIn(text);
  const plain = legible(masked);
  return plain === masked ? masked : maskedIn(plain);
}

/** Text of a third party as it may be stored: in one line, without card numbers. */
export const asKeptText = (said: string): string => maskCardNumbers(asStorableText(said));

/** The text, or its decoded form where that contains a card number. */
function legible(text: string): string {
  if (!text.includes("%")) return text;
  const plain = asStorableText(unescaped(text));
  return findCardNumbers(plain).length > 0 ? plain : text;
}

function maskedIn(text: string): string {
  let masked = "";
  let done = 0;
  for (const { start, end, digits } of findCardNumbers(text)) {
    masked += `${text.slice(done, start)}${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`;
    done = end;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Maximum length of a number with eight-character separators between all digits, all percent-encoded. */
const writtenMax = longest * 9 * 3;

/**
 * The beginning of a text as it may be stored: up to a maximum length, without parts of a card number beyond it. The
 * rest is not read, so that long texts cost no more.
 */
export function maskedHead(text: string, max: number): string {
  if (text.length <= max) return maskCardNumbers(text);
  const seen = legible(text.slice(0, max + writtenMax));
  // What the cut may have divided is dropped as well.
  const kept = text.length > max + writtenMax ? Math.min(max, Math.max(0, seen.length - writtenMax)) : max;
  const across = findCardNumbers(seen).find(({ start, end }) => start < kept && end > kept);
  return `${maskCardNumbers(seen.slice(0, across?.start ?? kept)).toWellFormed()}…`;
}

/** Replaces digits removed from a file: ASCII's substitute character. */
export const substitute = "\u001A";
