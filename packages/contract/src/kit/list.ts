import { z } from "zod";
import { factsOf, field } from "./field.ts";

/** How a filter compares; a page that needs more has a query of its own. */
export type FilterKind = "exact" | "number" | "prefix" | "contains" | "oneOf" | "between" | "amount";

export interface Filter<S extends z.ZodType = z.ZodType> {
  readonly kind: FilterKind;
  readonly input: S;
  /** Prefix of the record numbers, such as `OR`; on filters by number. */
  readonly mark?: string;
}

/** Equal to a value. */
export const exact = <S extends z.ZodType>(schema: S): Filter<z.ZodOptional<z.ZodNullable<S>>> => ({
  kind: "exact",
  input: schema.nullish(),
});

/**
 * A record number: complete (`OR202605217K3M9QX2TD`), its beginning, shortened as in lists (`OR…7K3M9QX2TD`), or its
 * last ten characters. An ordinary index finds each.
 */
export const numbered = (mark: string) => ({
  kind: "number" as const,
  mark,
  input: field(z.string().trim().toUpperCase().max(32), { kind: "code" }).nullish(),
});

/** Starts with the exact text, found by an ordinary index in lists of any length. */
export const prefix = <S extends z.ZodType>(schema: S): Filter<z.ZodOptional<z.ZodNullable<S>>> => ({
  kind: "prefix",
  input: schema.nullish(),
});

/** Contains the text, ignoring case. */
export const contains = (max = 128) => ({
  kind: "contains" as const,
  input: field(z.string().trim().max(max), { kind: "text" }).nullish(),
});

/** One of the values; an empty list does not filter. */
export const oneOf = <S extends z.ZodType>(schema: S) => ({
  kind: "oneOf" as const,
  input: field(z.array(schema).max(100), factsOf(schema)).nullish(),
});

/** Half-open range `[from, to)`; either end may be null. */
export const between = <S extends z.ZodType>(schema: S) => ({
  kind: "between" as const,
  input: field(z.tuple([schema.nullable(), schema.nullable()]), factsOf(schema)).nullish(),
});

const ranges: readonly FilterKind[] = ["between", "amount"];

/** Filters by record field. A range is sent as `<field>Range`. */
export type Filters = Readonly<Record<string, Filter>>;

type InputKey<F extends Filters, K extends keyof F & string> = F[K]["kind"] extends "between" | "amount"
  ? `${K}Range`
  : K;
type FilterShape<F extends Filters> = { [K in keyof F & string as InputKey<F, K>]: F[K]["input"] };

/** Name of a filter's input. */
export const filterInputName = (name: string, filter: Filter): string =>
  ranges.includes(filter.kind) ? `${name}Range` : name;

export type SortOrder = "asc" | "desc";

/** Filters and sorts of a paged list: the console builds its filter bar from it, the server its SQL. */
export interface ListSpec<F extends Filters = Filters, S extends string = string> {
  readonly filters: F;
  readonly sortBy: readonly S[];
  readonly defaultSort: {
    readonly field: S;
    readonly order: SortOrder;
    /** Upcoming days first, then past ones, the latest first; without a requested sort or range. */
    readonly comingFirst?: boolean;
  };
}

/** Maximum counted rows; above it a total is shown as "10,000+". */
export const countLimit = 10_000;
export const pageSizes = [20, 50, 100, 200] as const;

/** Input of a paged list: page or cursor, sort, filters. An unknown filter is refused, never ignored. */
export function listInput<F extends Filters, S extends string>(spec: ListSpec<F, S>) {
  const shape = Object.fromEntries(
    Object.entries(spec.filters).map(([name, filter]) => [filterInputName(name, filter), filter.input]),
  ) as unknown as FilterShape<F>;
  return z.strictObject({
    page: z.number().int().min(1).max(100_000).default(1),
    pageSize: z.number().int().min(1).max(200).default(20),
    /** Opaque cursor from `nextCursor` or `prevCursor`; replaces `page`. */
    cursor: z.string().max(512).nullish(),
    field: z.enum(spec.sortBy as readonly [S, ...S[]]).nullish(),
    order: z
      .enum(["asc", "desc", "ascending", "descending"])
      .transform((word): SortOrder => (word.startsWith("desc") ? "desc" : "asc"))
      .nullish(),
    /** Sent by published clients to define which value of `order` means descending; no other has a meaning. */
    descStr: z.enum(["desc", "descending"]).nullish(),
    ...shape,
  });
}

/** Restriction of a list by data scope: the records of the reader's organisations, or their own. */
export const ScopeLimit = z.enum(["organisations", "own"]);
export type ScopeLimit = z.infer<typeof ScopeLimit>;

/**
 * One page of records. `total` is exact up to {@link countLimit}; beyond it `totalIsExact` is false. It is counted for the
 * first page; pages by cursor tell the same one. `limitedBy` says what the reader's data scope leaves of the tenant's
 * records, null where it hides none.
 */
export const pageOf = <R extends z.ZodType>(record: R) =>
  z.object({
    items: z.array(record),
    total: z.number().int(),
    totalIsExact: z.boolean(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
    hasPrevPage: z.boolean(),
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
    prevCursor: z.string().nullable(),
    limitedBy: ScopeLimit.nullable(),
  });
