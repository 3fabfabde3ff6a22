import { isCurrency } from "@countinghouse/money/currency.ts";
import { formatFxRate, parseFxRate } from "@countinghouse/money/fx.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { isPlainDate } from "@countinghouse/money/plain-date.ts";
import { instantOf, localTime } from "@countinghouse/money/zone.ts";

/** One published rate. */
export interface PublishedRate {
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  /** Exact decimal in its shortest form. */
  readonly rate: string;
  readonly effectiveTime: string;
}

/** Why a row is left out. */
export type RateRowProblem = "dayMalformed" | "dayRepeated" | "dayInFuture" | "columnsDiffer" | "rateMalformed";

/** One day of a file of reference rates. */
export interface ReferenceDay {
  readonly line: number;
  readonly day: string | null;
  readonly rates: readonly PublishedRate[];
  readonly missing: number;
  readonly problem: RateRowProblem | null;
}

/** A parsed file of reference rates. */
export interface ReferenceFile {
  readonly currencies: readonly string[];
  /** Columns of unsupported currencies. */
  readonly ignored: readonly string[];
  readonly days: readonly ReferenceDay[];
}

/** The bank publishes at about 16:00 Frankfurt time; a rate is in force from then on. */
const publication = { seconds: 16 * 3600, zone: "Europe/Berlin" } as const;

/** The time zone of reference rate days. */
export const referenceZone = publication.zone;

/** When a day's reference rates come into force. */
export const publishedAt = (day: string): string =>
  new Date(instantOf({ date: day, seconds: publication.seconds }, publication.zone)).toISOString();

/** The shortest exact form of a rate; undefined for anything else. */
export function exactRate(text: string): string | undefined {
  try {
    return formatFxRate(parseFxRate(text));
  } catch (error) {
    if (error instanceof MoneyError) return undefined;
    throw error;
  }
}

const cellsOf = (line: string): string[] => {
  const cells = line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  // The bank ends each line with a comma.
  return cells.at(-1) === "" ? cells.slice(0, -1) : cells;
};

/**
 * Parses the multi-column file of euro reference rates: a day, then units of each currency for one euro, `N/A` where
 * there is none. Undefined when the heading does not match; unreadable rows carry their problem. Days after that of
 * `nowMs` are left out.
 */
export function parseReferenceFile(text: string, nowMs: number): ReferenceFile | undefined {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const [first = "", ...codes] = cellsOf(lines[0] ?? "");
  const isHeading = /^date$/i.test(first) && codes.length > 0 && codes.every((code) => /^[A-Z]{3}$/.test(code));
  if (!isHeading || new Set(codes).size !== codes.length) return undefined;
  const today = localTime(nowMs, publication.zone).date;
  const seen = new Set<string>();
  const days = lines.slice(1).flatMap((line, index): ReferenceDay[] => {
    if (line.trim() === "") return [];
    const cells = cellsOf(line);
    const [day = ""] = cells;
    const problem = problemOf(cells, codes, { today, seen });
    seen.add(day);
    const at = { line: index + 2, day: isPlainDate(day) ? day : null };
    if (problem) return [{ ...at, rates: [], missing: 0, problem }];
    return [{ ...at, ...ratesOf(day, cells.slice(1), codes), problem: null }];
  });
  const isHeld = (code: string): boolean => isCurrency(code) && code !== "EUR";
  return { currencies: codes.filter(isHeld), ignored: codes.filter((code) => !isHeld(code)), days };
}

const isMissing = (cell: string): boolean => /^(n\/a|-)?$/i.test(cell);

function problemOf(
  cells: readonly string[],
  codes: readonly string[],
  { today, seen }: { readonly today: string; readonly seen: ReadonlySet<string> },
): RateRowProblem | null {
  const [day = "", ...rates] = cells;
  if (!isPlainDate(day)) return "dayMalformed";
  if (seen.has(day)) return "dayRepeated";
  if (day > today) return "dayInFuture";
  // An empty last cell looks like the comma at the end of a line.
  if (rates.length > codes.length || rates.length < codes.length - 1) return "columnsDiffer";
  return rates.some((cell) => !isMissing(cell) && exactRate(cell) === undefined) ? "rateMalformed" : null;
}

function ratesOf(day: string, cells: readonly string[], codes: readonly string[]) {
  const effectiveTime = publishedAt(day);
  const rates = codes.flatMap((quoteCurrency, index): PublishedRate[] => {
    const rate = exactRate(cells[index] ?? "");
    if (!rate || !isCurrency(quoteCurrency) || quoteCurrency === "EUR") return [];
    return [{ baseCurrency: "EUR", quoteCurrency, rate, effectiveTime }];
  });
  return { rates, missing: codes.filter((_code, index) => isMissing(cells[index] ?? "")).length };
}

/**
 * Parses a feed's answer: the bank's daily XML, its CSV, or JSON of the form
 * `{"base":"EUR","time":"2026-11-20T15:00:00Z","rates":{"USD":"1.0834"}}`. Undefined for anything else.
 */
export function parseFeed(text: string, nowMs: number): readonly PublishedRate[] | undefined {
  const start = text.trimStart();
  if (start.startsWith("{")) return parseJson(start, nowMs);
  if (start.startsWith("<")) return parseXml(start, nowMs);
  return parseReferenceFile(start, nowMs)?.days.flatMap(({ rates }) => rates);
}

function parseXml(text: string, nowMs: number): readonly PublishedRate[] | undefined {
  const days = text.split(/<Cube\s+time=/).slice(1);
  const published = days.flatMap((part) => {
    const day = /^["'](\d{4}-\d{2}-\d{2})["']/.exec(part)?.[1] ?? "";
    if (!isPlainDate(day) || day > localTime(nowMs, publication.zone).date) return [];
    const cubes = [...part.matchAll(/<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g)];
    return cubes.flatMap(([, code = "", rate = ""]) => oneRate("EUR", code, rate, publishedAt(day)));
  });
  return published.length > 0 ? published : undefined;
}

function oneRate(base: string, quote: string, text: string, effectiveTime: string): PublishedRate[] {
  const rate = exactRate(text);
  if (!rate || !isCurrency(base) || !isCurrency(quote) || base === quote) return [];
  return [{ baseCurrency: base, quoteCurrency: quote, rate, effectiveTime }];
}

function parseJson(text: string, nowMs: number): readonly PublishedRate[] | undefined {
  const answer = readObject(text);
  const { base, time, rates } = answer ?? {};
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  if (typeof base !== "string" || Number.isNaN(at) || at > nowMs || rates === null || typeof rates !== "object")
    return undefined;
  const effectiveTime = new Date(at).toISOString();
  const published = Object.entries(rates).flatMap(([code, rate]) => oneRate(base, code, String(rate), effectiveTime));
  return published.length > 0 ? published : undefined;
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
