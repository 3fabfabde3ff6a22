import { filterInputName, pageSizes, type SortOrder } from "@countinghouse/contract/kit/list.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { formatDecimal, parseDecimal, parseTyped } from "@countinghouse/money/decimal-amount.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import {
  type DateRange,
  halfOpenDays,
  instantsOf,
  rangeFromText,
  rangeToText,
} from "@countinghouse/ui/fields/date-range.ts";
import type { FilterField } from "./paged-resource.ts";

type Scalar = string | number | boolean;

/** The value of one filter: a text, a choice, several choices, days, or a range of figures. */
export type FilterValue =
  | { readonly kind: "one"; readonly value: Scalar }
  | { readonly kind: "many"; readonly values: readonly Scalar[] }
  | { readonly kind: "days"; readonly range: DateRange }
  | { readonly kind: "figures"; readonly range: readonly [number | null, number | null] }
  /** Minor units of one currency, both ends included. */
  | { readonly kind: "amount"; readonly currency: string; readonly range: readonly [string | null, string | null] };

/** Everything about a list that its address holds. */
export interface ListAddress {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly sort: { readonly field: string; readonly order: SortOrder } | undefined;
  readonly page: number;
  readonly pageSize: number | undefined;
  readonly cursor: string | undefined;
  /** The row open in the drawer. */
  readonly open: string | undefined;
  /** The saved view it came from. */
  readonly view: string | undefined;
  /** What stands in the address and is no filter of the list, or one whose value cannot be read. */
  readonly unread: Readonly<Record<string, string>>;
  /** What the page around the list keeps in the address, such as its open tab: it stays when the list changes. */
  readonly around?: Readonly<Record<string, string>>;
}

/** Names in the address that are not filters. */
export const reservedNames = ["page", "size", "cursor", "sort", "open", "view"] as const;
/** Names that belong to the page around a list, or to its tag. */
const ofPage = ["tab", "tagsViewName", "node"];

const isDays = ({ facts }: FilterField): boolean => facts.kind === "instant" || facts.kind === "day";

function scalarOf({ facts }: FilterField, text: string): Scalar | undefined {
  if (facts.enumeration) return facts.enumeration.members.find(({ value }) => String(value) === text)?.value;
  if (facts.kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (facts.kind === "integer") return /^-?\d+$/.test(text) ? Number(text) : undefined;
  // Ids of rows are numbers, those of payments begin with a word.
  if ((facts.kind === "id" || facts.kind === "reference") && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "" ? undefined : text;
}

/** An address that somebody typed may hold a lone per cent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function figuresOf(text: string): FilterValue | undefined {
  const [from, to, rest] = text.split("..");
  if (from === undefined || to === undefined || rest !== undefined) return undefined;
  const ends = [from, to].map((end) => (end === "" ? null : /^-?\d+$/.test(end) ? Number(end) : Number.NaN));
  const [low = null, high = null] = ends;
  if (ends.some((end) => Number.isNaN(end)) || (low === null && high === null)) return undefined;
  if (low !== null && high !== null && low > high) return undefined;
  return { kind: "figures", range: [low, high] };
}

/** An amount as the address holds it: `EUR:100.50..2500.00`, in the decimals of the currency. */
function amountOf(text: string): FilterValue | undefined {
  const [currency = "", ends = ""] = text.split(":");
  const [from, to, rest] = ends.split("..");
  if (!isCurrency(currency) || from === undefined || to === undefined || rest !== undefined) return undefined;
  try {
    const minor = (end: string) => (end === "" ? null : toWire(parseDecimal(end, currency)));
    const [low, high] = [minor(from), minor(to)];
    if (low === null && high === null) return undefined;
    if (low !== null && high !== null && BigInt(low) > BigInt(high)) return undefined;
    return { kind: "amount", currency, range: [low, high] };
  } catch {
    return undefined;
  }
}

const minorUnits = /^-?\d{1,18}$/;

/** Minor units as a decimal of their currency; what is no amount stays as it was typed. */
export const decimalOf = (minor: string | null, currency: string): string =>
  minor === null ? "" : minorUnits.test(minor) ? formatDecimal(fromWire(minor, currency)) : minor;

/** What was typed as minor units of a currency; nothing is none, and what is no amount of it stays as it is. */
export function minorOf(typed: string, currency: string): string | null {
  if (typed.trim() === "") return null;
  try {
    return toWire(parseTyped(typed, currency));
  } catch {
    // Marked, so that digits beyond the currency's decimals are not taken for minor units.
    return `?${typed.trim()}`;
  }
}

/** Reads a filter from its text; undefined for what the list would refuse, since addresses are typed by hand too. */
export function readFilter(field: FilterField, text: string): FilterValue | undefined {
  const { filter } = field;
  if (filter.kind === "amount") return amountOf(text);
  if (filter.kind === "between") {
    if (!isDays(field)) return figuresOf(text);
    const range = rangeFromText(text);
    return range && { kind: "days", range };
  }
  if (filter.kind === "oneOf") {
    const texts = text.split(",").map(decoded);
    const values = texts.flatMap((one) => scalarOf(field, one) ?? []);
    return values.length > 0 && values.length === texts.length && filter.input.safeParse(values).success
      ? { kind: "many", values }
      : undefined;
  }
  const value = filter.kind === "contains" ? text.trim() : scalarOf(field, text);
  return value !== undefined && value !== "" && filter.input.safeParse(value).success
    ? { kind: "one", value }
    : undefined;
}

/** Writes a filter's value as its text in the address. */
export function writeFilter(value: FilterValue): string {
  if (value.kind === "one") return String(value.value);
  if (value.kind === "many") return value.values.map((one) => encodeURIComponent(String(one))).join(",");
  if (value.kind === "amount") {
    const [from, to] = value.range;
    return `${value.currency}:${decimalOf(from, value.currency)}..${decimalOf(to, value.currency)}`;
  }
  return value.kind === "days" ? rangeToText(value.range) : `${value.range[0] ?? ""}..${value.range[1] ?? ""}`;
}

/** Whether a value that was typed is one that the list takes: it can be written into the address and read back. */
export const isReadable = (field: FilterField, value: FilterValue | undefined): boolean =>
  value === undefined || readFilter(field, writeFilter(value)) !== undefined;

/** What a filter's value means in a call made now. Ranges are half-open; whole figures end after the last one. */
export function filterInput(field: FilterField, value: FilterValue, timeZone: string, now: number): unknown {
  if (value.kind === "one") return value.value;
  if (value.kind === "many") return value.values;
  if (value.kind === "amount") return { currency: value.currency, from: value.range[0], to: value.range[1] };
  if (value.kind === "figures") return [value.range[0], value.range[1] === null ? null : value.range[1] + 1];
  return field.facts.kind === "instant"
    ? instantsOf(value.range, timeZone, now)
    : halfOpenDays(value.range, timeZone, now);
}

/** The last page that lists take by its number; beyond it they are walked by cursor. */
const pageMax = 100_000;

const upTo = (most: number, text: string | null): number | undefined =>
  text && /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most ? Number(text) : undefined;

/** What the address holds beside what was read of it. */
function unreadOf(query: URLSearchParams, read: Readonly<Record<string, FilterValue>>): Record<string, string> {
  const known: readonly string[] = [...reservedNames, ...ofPage, ...Object.keys(read)];
  return Object.fromEntries([...query].filter(([name, text]) => !known.includes(name) && text !== ""));
}

function aroundIn(query: URLSearchParams): Pick<ListAddress, "around"> {
  const around = [...query].filter(([name]) => ofPage.includes(name));
  return around.length === 0 ? {} : { around: Object.fromEntries(around) };
}

/** Reads a list's address. A place that does not fit the list is as good as absent; a filter is said to be unread. */
export function readAddress(
  query: URLSearchParams,
  fields: readonly FilterField[],
  sortBy: readonly string[],
): ListAddress {
  const filters = fields.flatMap((field) => {
    const text = query.get(field.name);
    const value = text === null ? undefined : readFilter(field, text);
    return value ? [[field.name, value] as const] : [];
  });
  const read = Object.fromEntries(filters);
  const sort = query.get("sort");
  const sortField = sort?.replace(/^-/, "");
  return {
    filters: read,
    unread: unreadOf(query, read),
    ...aroundIn(query),
    sort:
      sort && sortField && sortBy.includes(sortField)
        ? { field: sortField, order: sort.startsWith("-") ? "desc" : "asc" }
        : undefined,
    page: upTo(pageMax, query.get("page")) ?? 1,
    pageSize: upTo(Math.max(...pageSizes), query.get("size")),
    cursor: query.get("cursor") ?? undefined,
    open: query.get("open") ?? undefined,
    view: query.get("view") ?? undefined,
  };
}

/** The part of an address a saved view keeps: filters and sort. */
export function viewPart({ filters, sort }: Pick<ListAddress, "filters" | "sort">): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(filters).sort()) {
    const value = filters[name];
    if (value) query.set(name, writeFilter(value));
  }
  if (sort) query.set("sort", `${sort.order === "desc" ? "-" : ""}${sort.field}`);
  return query.toString();
}

/** Writes a list's address; what is as usual is left out. */
export function writeAddress(address: ListAddress): URLSearchParams {
  const query = new URLSearchParams(viewPart(address));
  for (const [name, text] of Object.entries({ ...address.around, ...address.unread })) query.set(name, text);
  if (address.cursor) query.set("cursor", address.cursor);
  else if (address.page > 1) query.set("page", String(address.page));
  if (address.pageSize) query.set("size", String(address.pageSize));
  if (address.view) query.set("view", address.view);
  if (address.open) query.set("open", address.open);
  return query;
}

/** The call's input for the filters of an address. */
export const filterInputs = (
  { filters }: Pick<ListAddress, "filters">,
  fields: readonly FilterField[],
  timeZone: string,
  now: number,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = filters[field.name];
      return value ? [[filterInputName(field.name, field.filter), filterInput(field, value, timeZone, now)]] : [];
    }),
  );
