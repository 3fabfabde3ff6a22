/** Schemes whose cards are told apart at checkout. */
export type CardScheme = "visa" | "mastercard" | "amex" | "jcb" | "unionpay" | "discover" | "diners";

/** First digits and lengths of the numbers that a scheme's issuers give out (ISO/IEC 7812-1). */
export interface CardRange<S extends string = string> {
  readonly scheme: S;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/** In the order in which they are tried. */
export const schemeRanges: readonly CardRange<CardScheme>[] = [
  { scheme: "amex", prefix: /^3[47]/, lengths: [15] },
  { scheme: "diners", prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 17, 18, 19] },
  { scheme: "jcb", prefix: /^35/, lengths: [16, 17, 18, 19] },
  { scheme: "visa", prefix: /^4/, lengths: [13, 16, 19] },
  { scheme: "mastercard", prefix: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { scheme: "unionpay", prefix: /^62/, lengths: [16, 17, 18, 19] },
  { scheme: "discover", prefix: /^6(?:011|4[4-9]|5)/, lengths: [16, 17, 18, 19] },
];

/** Ranges of further schemes: not offered, and card numbers all the same. */
const otherRanges: readonly CardRange[] = [
  {
    scheme: "maestro",
    prefix: /^(?:50(?:18|20|38)|5[678]|6(?:304|759|76[1-3]|77))/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { scheme: "mir", prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { scheme: "rupay", prefix: /^(?:508|6[05]|81|82)/, lengths: [16] },
  { scheme: "verve", prefix: /^(?:506[01]|507[89])/, lengths: [16, 18, 19] },
  { scheme: "unionpay", prefix: /^81/, lengths: [16, 17, 18, 19] },
  { scheme: "elo", prefix: /^(?:5067|6(?:27780|3629[78]|363368))/, lengths: [16] },
  { scheme: "troy", prefix: /^9792/, lengths: [16] },
  { scheme: "dankort", prefix: /^5019/, lengths: [16] },
];

/** Whether digits end in the check digit of ISO/IEC 7812-1, annex B. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * German and Austrian telephone numbers without their plus have thirteen digits too, and are still given out; Visa's of
 * that length are not.
 */
const likelyTelephone = /^4[39]\d{11}$/;

const allRanges: readonly CardRange[] = [...schemeRanges, ...otherRanges];

/** Whether a row of digits is what an issuer gives out: a known range, its length, the check digit. */
const isIssued = (digits: string): boolean =>
  hasCheckDigit(digits) &&
  !likelyTelephone.test(digits) &&
  allRanges.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits));

/** A card number inside a text. */
export interface FoundCardNumber {
  readonly start: number;
  /** First character after it. */
  readonly end: number;
  readonly digits: string;
}

const shortest = 13;
const longest = 19;
/** What people and programs put between the groups of a number. */
const between = "[\\s\\p{Pd}\\p{Pc}\\u2212\\u00b7\\u2022\\u30fb\\u3002./+]{1,3}";
const separated = new RegExp(`\\d+(?:${between}\\d+)*`, "gu");
/**
 * Any other mark, or one or two letters, that stands between all groups alike: their sizes have to be those that are
 * printed on cards then, for lists of amounts are written so too.
 */
const alike = /(?<!\d)(\d{1,6})([^\p{L}\p{N}]{1,8}|\p{L}{1,2})\d{1,6}(?:\2\d{1,6})+(?!\d)/gu;
const printedAlike = /^(?:4,4,4,[1-4]|4,4,4,4,[1-3]|4,6,[45]|1(?:,1){12,18})$/;
/** Cheap and generous: whatever has thirteen digits near each other is looked at closely. */
const worthLooking = /[0-9](?:(?:[^0-9A-Za-z]{0,8}|[A-Za-z]{1,2})[0-9]){12}/;
const worthFolding = /\p{N}(?:(?:[^\p{L}\p{N}]{0,8}|\p{L}{1,2})\p{N}){12}/u;
const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);
const uuid = /(?<![0-9A-Za-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9A-Za-z])/gi;

/** A text in which every digit of any script is one of ours, and where each character came from. */
interface Folded {
  readonly plain: string;
  /** Places in the text as it was, one more than characters; none where nothing moved. */
  readonly places?: readonly number[];
}

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Scripts have their ten digits in a row, in order. */
function digitOf(symbol: string): string | undefined {
  const compatible = symbol.normalize("NFKC");
  if (/^[0-9]$/.test(compatible)) return compatible;
  const code = symbol.codePointAt(0) ?? 0;
  if (!isDigit(code)) return undefined;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

function folded(text: string): Folded {
  if (isAscii(text)) return { plain: text };
  let plain = "";
  const places: number[] = [];
  let at = 0;
  for (const symbol of text) {
    // Marks and characters without width part nothing that a reader sees.
    if (!/^[\p{Cf}\p{M}]$/u.test(symbol)) {
      const digit = /^\p{N}$/u.test(symbol) ? digitOf(symbol) : undefined;
      const shown = digit ?? symbol.normalize("NFKC");
      plain += shown.length === 1 ? shown : "\uFFFD";
      places.push(at);
    }
    at += symbol.length;
  }
  return { plain, places: [...places, at] };
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Groups of one size with a shorter last one, or as American Express and Diners print them. */
function isPrinted(sizes: readonly number[]): boolean {
  const [first = 0] = sizes;
  const last = sizes.at(-1) ?? 0;
  const isRegular = sizes.slice(0, -1).every((size) => size === first) && last <= first;
  return isRegular || ["4,6,5", "4,6,4", "6,13", "6,10"].includes(sizes.join());
}

/** Letters may stand at the number, but a word of letters and several numbers is somebody's key or digest. */
const isWordStart = (plain: string, start: number): boolean =>
  !/\d[A-Za-z]+$/.test(plain.slice(Math.max(0, start - 64), start));
const isWordEnd = (plain: string, end: number): boolean => !/^[A-Za-z]+\d/.test(plain.slice(end, end + 64));

/** Whether groups, taken together, stand where a number of their own would, and not inside something longer. */
function standsAlone(plain: string, groups: readonly Group[], from: number, to: number, digits: string): boolean {
  const [first, last] = [groups[from], groups[to]];
  if (!first || !last) return false;
  // A plus before so few digits is a telephone number's (ITU-T E.164).
  if (plain[first.start - 1] === "+" && digits.length <= 14) return false;
  // What follows a point after a short number is its fraction.
  if (from === to && /(?:^|[^\d.])\d{1,3}\.$/.test(plain.slice(Math.max(0, first.start - 5), first.start)))
    return false;
  // Grouped at will only where nothing else stands in the row; the rows of a table are no groups.
  const isWhole =
    from === 0 && to === groups.length - 1 && digits.length >= 15 && !/[\r\n]/.test(plain.slice(first.start, last.end));
  const sizes = groups.slice(from, to + 1).map((group) => group.digits.length);
  return (isWhole || isPrinted(sizes)) && isWordStart(plain, first.start) && isWordEnd(plain, last.end);
}

/** The number that begins with a group, if one does, and the last of its groups. */
function numberAt(plain: string, groups: readonly Group[], from: number): { digits: string; to: number } | undefined {
  let digits = "";
  for (let to = from; to < groups.length; to += 1) {
    digits += groups[to]?.digits ?? "";
    if (digits.length > longest) return undefined;
    if (digits.length >= shortest && isIssued(digits) && standsAlone(plain, groups, from, to, digits))
      return { digits, to };
  }
  return undefined;
}

/** The number that groups make which one mark parts, alone or beside groups of other sizes such as a month and a year. */
function numberAlike(
  plain: string,
  groups: readonly Group[],
): { from: number; to: number; digits: string } | undefined {
  const sizes = groups.map(({ digits }) => digits.length);
  for (let from = 0; from < groups.length; from += 1) {
    // What goes on alike on either side is a list, or an address.
    if (sizes[from - 1] === sizes[from]) continue;
    for (let to = from + 2; to < groups.length && to - from < longest; to += 1) {
      if (sizes[to + 1] === sizes[from] || !printedAlike.test(sizes.slice(from, to + 1).join())) continue;
      const number = groups.slice(from, to + 1);
      const digits = number.map((group) => group.digits).join("");
      const [first, last] = [groups[from], groups[to]];
      if (first && last && isIssued(digits) && isWordStart(plain, first.start) && isWordEnd(plain, last.end))
        return { from, to, digits };
    }
  }
  return undefined;
}

/** The numbers whose groups any one mark parts, where nothing usual parts them. */
function foundAlike(plain: string, known: readonly FoundCardNumber[]): FoundCardNumber[] {
  return [...plain.matchAll(alike)].flatMap((run) => {
    const groups = groupsOf(run);
    const number = numberAlike(plain, groups);
    const [start, end] = [groups[number?.from ?? -1]?.start, groups[number?.to ?? -1]?.end];
    if (!number || start === undefined || end === undefined) return [];
    const isKnown = known.some((one) => one.start < end && start < one.end);
    return isKnown ? [] : [{ start, end, digits: number.digits }];
  });
}

function groupsOf({ 0: run, index }: RegExpExecArray): Group[] {
  return [...run.matchAll(/\d+/g)].map((found) => {
    const start = index + found.index;
    return { start, end: start + found[0].length, digits: found[0] };
  });
}

/**
 * The card numbers in a text, in order: digits of any script, whole or in groups, inside longer text or alone. Their
 * lengths, ranges and check digits tell them from other numbers; a tenth of the random numbers of a known range and
 * length still passes for one.
 */
export function findCardNumbers(text: string): FoundCardNumber[] {
  if (text.length < shortest || !(isAscii(text) ? worthLooking : worthFolding).test(text)) return [];
  const { plain: written, places } = folded(text);
  const plain = written.replace(uuid, (found) => "x".repeat(found.length));
  const placeOf = (at: number): number => places?.[at] ?? at;
  const found = [...plain.matchAll(separated)].flatMap((run) => foundIn(plain, groupsOf(run)));
  return [...found, ...foundAlike(plain, found)]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, digits }) => ({ start: placeOf(start), end: placeOf(end), digits }));
}

/** The numbers that groups with usual marks between them make. */
function foundIn(plain: string, groups: readonly Group[]): FoundCardNumber[] {
  const found: FoundCardNumber[] = [];
  for (let from = 0; from < groups.length; from += 1) {
    const number = numberAt(plain, groups, from);
    const [first, last] = [groups[from], groups[number?.to ?? -1]];
    if (!number || !first || !last) continue;
    found.push({ start: first.start, end: last.end, digits: number.digits });
    from = number.to;
  }
  return found;
}

/** The text an address carries in its escapes; those that are none are left as they are. */
const unescaped = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** Whether a card number stands in a text, as it is or as an address escapes it. */
export const hasCardNumber = (text: string): boolean =>
  findCardNumbers(text).length > 0 || (text.includes("%") && findCardNumbers(unescaped(text)).length > 0);

/** The text with all but the first six and last four digits of each card number replaced (PCI DSS 3.4.1). */
export function maskCardNumbers(text: string): string {
  let masked = "";
  let done = 0;
  for (const { start, end, digits } of findCardNumbers(text)) {
    masked += `${text.slice(done, start)}${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`;
    done = end;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Stands for a digit that was taken out of a file: ASCII's own sign for what had to be substituted. */
export const substitute = "\u001A";
