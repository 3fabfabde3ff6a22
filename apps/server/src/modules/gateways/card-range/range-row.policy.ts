import {
  CardFunding,
  type CardFundingName,
  type CardRangeFaultName,
} from "@countinghouse/contract/gateways/card-range/card-range-enumerations.ts";
import type { FaultyRow } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { maskCardNumbers, substitute } from "@countinghouse/contract/platform/card-number.ts";

/** The headings of a file of card ranges; the last two may be missing. */
const headings = ["low", "high", "country", "brand", "funding"] as const;
type Heading = (typeof headings)[number];

/** Column positions of a file, and their number. */
export interface RangeHeading {
  readonly width: number;
  readonly at: Readonly<Record<Heading, number>>;
}

/** A range as a row of a file tells it. */
export interface ReadRange {
  readonly low: string;
  readonly high: string;
  readonly prefix: string;
  readonly country: string;
  readonly brand: string | null;
  readonly funding: CardFundingName | null;
}

/** Why a row is invalid. */
export type RangeFault = Omit<FaultyRow, "line">;

/** Most digits stored of a range's ends. */
export const digitsMost = 11;

/** Delimiter of a file: the one that its heading contains. */
export const delimiterOf = (head: string): "," | ";" => (head.split(/\r\n|\n|\r/, 1)[0]?.includes(";") ? ";" : ",");

/** The column positions; undefined where a required column is missing. */
export function readHeading(cells: readonly string[]): RangeHeading | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const at = Object.fromEntries(headings.map((name) => [name, names.indexOf(name)])) as Record<Heading, number>;
  return at.low < 0 || at.high < 0 || at.country < 0 ? undefined : { width: cells.length, at };
}

/** Common prefix of two digit strings. */
export function commonPrefix(low: string, high: string): string {
  let length = 0;
  while (length < low.length && low[length] === high[length]) length += 1;
  return low.slice(0, length);
}

/**
 * All prefixes of a card's digits, the empty and the full one included: a range that contains them is indexed under
 * one of them.
 */
export const prefixesOf = (digits: string): string[] =>
  Array.from({ length: digits.length + 1 }, (_, length) => digits.slice(0, length));

const shown = (text: string): string => maskCardNumbers(text.trim()).replaceAll(substitute, "*").slice(0, 32);
const fundings: readonly string[] = CardFunding.members.map(({ value }) => value);

/** A row as a range, or the first reason why it is invalid. Duplicates are detected elsewhere. */
export function readRange({ width, at }: RangeHeading, cells: readonly string[]): ReadRange | RangeFault {
  const textOf = (heading: Heading): string => (at[heading] < 0 ? "" : (cells[at[heading]] ?? "").trim());
  const fault = (column: Heading | null, reason: CardRangeFaultName): RangeFault => ({
    column,
    reason,
    value: shown(column === null ? cells.join(",") : textOf(column)),
  });
  if (cells.length !== width) return fault(null, "columnsDiffer");
  const [low, high] = [textOf("low"), textOf("high")];
  if (!/^\d{6,11}$/.test(low)) return fault("low", "notDigits");
  if (!/^\d{6,11}$/.test(high)) return fault("high", "notDigits");
  const [first, last] = [low.padEnd(digitsMost, "0"), high.padEnd(digitsMost, "9")];
  if (first > last) return fault("high", "reversed");
  const country = textOf("country").toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) return fault("country", "notCountry");
  const brand = textOf("brand").toLowerCase();
  if (!/^(?:[a-z0-9][a-z0-9 _-]{0,31})?$/.test(brand)) return fault("brand", "notBrand");
  const funding = textOf("funding").toLowerCase();
  if (funding !== "" && !fundings.includes(funding)) return fault("funding", "notFunding");
  return {
    low,
    high,
    prefix: commonPrefix(first, last),
    country,
    brand: brand || null,
    funding: (funding || null) as CardFundingName | null,
  };
}
