import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Filter, ListSpec } from "@countinghouse/contract/kit/list.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { operationOf, type Resource, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type LocaleNames, nameIn } from "@countinghouse/contract/names.ts";

/** A resource with a paged list. */
export type PagedResource = Resource & {
  readonly operations: { readonly page: Operation & { readonly list: ListSpec } };
};

/** A row of a resource's list. */
export type RowOf<R extends PagedResource> =
  ResultOf<R["operations"]["page"]> extends { items: readonly (infer Row)[] } ? Row : never;

/** Name of a field of a resource's rows. */
export type RowField<R extends PagedResource> = keyof RowOf<R> & string;

/** A row as the page shapes see it: any resource's. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** What a form opened from a list is given: the row it was opened on, if any. */
export interface RowFormProps<Row = AnyRow> {
  readonly record?: Row | undefined;
  onClose(): void;
}

/** The one text that identifies a row. */
export const idOf = (row: AnyRow): string => String(row.id);

const nameFields = ["name", "title", "realName", "account", "code", "id"];

/** What people call a row: its name, its title, or what comes closest. */
export function nameOf(row: AnyRow, nameField?: string): string {
  const field = nameField ?? nameFields.find((candidate) => row[candidate] !== null && row[candidate] !== undefined);
  return String((field && row[field]) ?? "");
}

/** A record's name in a language, of those that are named in several. */
export function localName({ name, names, title, titles }: AnyRow, locale: Locale): string | undefined {
  const [own, inAll] = titles ? [title, titles] : [name, names];
  return typeof own === "string" && inAll ? nameIn(locale, inAll as LocaleNames, own) : undefined;
}

const formNameFields = ["name", "title", "realName", "channelName", "merchantName"];

/** What a form is called after that is opened on a row: its name and never its number; nothing where it has none. */
export function callName(row: AnyRow, locale: Locale): string | undefined {
  const field = formNameFields.find((candidate) => typeof row[candidate] === "string" && row[candidate] !== "");
  return localName(row, locale) ?? (field && String(row[field]));
}

/** A filter a list offers, with what it compares. */
export interface FilterField {
  readonly name: string;
  readonly filter: Filter;
  readonly facts: FieldFacts;
}

/** The list's declaration: filters, sorting. */
export function listSpecOf(resource: Resource): ListSpec {
  const { list } = operationOf(resource, "page");
  if (!list) throw new Error(`${resource.name}.page is not a paged list`);
  return list;
}

/** The filters a list offers, in the contract's order. */
export const filtersOf = (resource: Resource): FilterField[] =>
  Object.entries(listSpecOf(resource).filters).map(([name, filter]) => ({
    name,
    filter,
    facts: factsOf(filter.input),
  }));
