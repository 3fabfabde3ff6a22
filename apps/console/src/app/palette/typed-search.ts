import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { AttemptStatus, OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { parseTyped } from "@countinghouse/money/decimal-amount.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { addDays } from "@countinghouse/ui/cells/instant.ts";
import type { FilterValue } from "../../platform/pages/list-address.ts";

/** Filters of a typed phrase, by what they compare. */
export interface TypedFilters {
  readonly amount?: FilterValue & { readonly kind: "amount" };
  readonly days?: FilterValue & { readonly kind: "days" };
  readonly orderStatus?: string;
  readonly attemptStatus?: string;
  readonly declineCode?: string;
}

/** Words for days in the three languages, with first and last day relative to today. */
const dayWords: readonly (readonly [words: readonly string[], days: (today: string) => readonly [string, string]])[] = [
  [["today", "今天", "今日"], (today) => [today, today]],
  [["yesterday", "昨天", "昨日"], (today) => [addDays(today, -1), addDays(today, -1)]],
  [["this week", "last 7 days", "最近7天", "近7天"], (today) => [addDays(today, -6), today]],
  [["last 30 days", "最近30天", "近30天"], (today) => [addDays(today, -29), today]],
];

/** Removes words from the beginning or end of a phrase; undefined where they are at neither. */
function without(phrase: string, words: string): string | undefined {
  if (phrase === words) return "";
  const isWord = /^[a-z]/.test(words);
  const gap = isWord ? " " : "";
  if (phrase.startsWith(words + gap)) return phrase.slice(words.length).trim();
  return phrase.endsWith(gap + words) ? phrase.slice(0, -words.length).trim() : undefined;
}

function takeDays(phrase: string, today: string): { readonly rest: string; readonly days?: TypedFilters["days"] } {
  for (const [words, days] of dayWords)
    for (const word of words) {
      const rest = without(phrase, word);
      if (rest !== undefined) return { rest, days: { kind: "days", range: days(today) } };
    }
  return { rest: phrase };
}

/** The member of an enumeration with a name in one of the languages. */
const memberCalled = (enumeration: Enumeration<string>, words: string): string | undefined =>
  enumeration.members.find(({ text }) => Object.values(text).some((one) => one.toLowerCase() === words))?.value;

const figure = String.raw`\d[\d,]*(?:\.\d+)?`;
const amountShape = new RegExp(
  String.raw`(?:^|\s)(?:(>=?|<=?)\s*(${figure})|(${figure})\s*(?:-|–|\.\.)\s*(${figure}))\s*([a-z]{3})(?:\s|$)`,
);

/** `>100 BRL`, `<= 50 EUR`, `100-200 USD`; strict comparisons exclude the amount itself. */
function takeAmount(phrase: string): { readonly rest: string; readonly amount?: TypedFilters["amount"] } {
  const match = amountShape.exec(phrase);
  const currency = match?.[5]?.toUpperCase() ?? "";
  if (!match || !isCurrency(currency)) return { rest: phrase };
  const [whole, sign, bound, low, high] = match;
  const minor = (text: string | undefined, step = 0n): string | null =>
    text === undefined ? null : String(BigInt(toWire(parseTyped(text, currency))) + step);
  try {
    const range: readonly [string | null, string | null] = sign?.startsWith(">")
      ? [minor(bound, sign === ">" ? 1n : 0n), null]
      : sign
        ? [null, minor(bound, sign === "<" ? -1n : 0n)]
        : [minor(low), minor(high)];
    return { rest: phrase.replace(whole, " ").trim(), amount: { kind: "amount", currency, range } };
  } catch {
    // More decimals than the currency has: not an amount.
    return { rest: phrase };
  }
}

/**
 * Filters of a phrase such as `declined today`, `>100 BRL` or `paid > 50 EUR yesterday` in any of the three languages;
 * undefined unless every word is understood.
 */
export function typedFilters(text: string, today: string): TypedFilters | undefined {
  const phrase = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const { rest: afterAmount, amount } = takeAmount(phrase);
  const { rest, days } = takeDays(afterAmount, today);
  const ranges = { ...(amount ? { amount } : {}), ...(days ? { days } : {}) };
  if (rest === "") return amount || days ? ranges : undefined;
  const orderStatus = memberCalled(OrderStatus, rest);
  const attemptStatus = memberCalled(AttemptStatus, rest);
  const declineCode = memberCalled(DeclineCode, rest);
  if (!orderStatus && !attemptStatus && !declineCode) return undefined;
  return {
    ...ranges,
    ...(orderStatus ? { orderStatus } : {}),
    ...(attemptStatus ? { attemptStatus } : {}),
    ...(declineCode ? { declineCode } : {}),
  };
}

const marked = /\b(?:OR|AT|CP|PD|MC)\d{8}[0-9A-HJKMNP-TV-Z]{10}\b|\bevt_[0-9A-Z]{26}\b/g;
/** Maximum number of pieces of a pasted text. */
const mostPieces = 5;
/** Maximum length of a search text. */
const longest = 128;

/** A field of a pasted line that may be an identifier: neither an amount nor a date. */
const isNumberLike = (piece: string): boolean =>
  /^[\w./#-]{4,64}$/.test(piece) && /\d/.test(piece) && !/^\d+[.,]\d+$/.test(piece) && !/^\d{4}-\d\d-\d\d/.test(piece);

/**
 * Search texts of a typed or pasted text: our record numbers in a webhook body or similar text, possible identifiers of
 * a CSV line, else the text itself.
 */
export function piecesOf(text: string): readonly string[] {
  const ours = [...new Set(text.match(marked) ?? [])];
  if (ours.length > 0) return ours.slice(0, mostPieces);
  const fields = text.split(/[,;\t|]/).map((one) => one.trim().replace(/^"(.*)"$/, "$1"));
  const numbers =
    fields.length > 2 ? [...new Set(fields.filter((one) => isNumberLike(one) || /^\S+@\S+$/.test(one)))] : [];
  return numbers.length > 0 ? numbers.slice(0, mostPieces) : [text.slice(0, longest)];
}
