import { nothing, type Shape, scalarOf } from "./shapes.ts";

/** What earlier calls of the replay left: ids of what they made. */
export type Kept = Record<string, unknown>;

/** One call of the published API, as its stock client makes it. */
export interface ReplayedCall {
  /** Method and path, with the slots of the published description. */
  readonly call: string;
  readonly path?: (kept: Kept) => string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: (kept: Kept) => unknown;
  /** `answers` with a shape; or a refusal in words that name a page: `unsafe` for good, `elsewhere` where it is done there. */
  readonly ends: Shape | "file" | "unsafe" | "elsewhere";
  readonly keep?: (result: never, kept: Kept) => void;
}

export const id = scalarOf("int");
export const rows = scalarOf("int");
export const text = scalarOf("str");
export const done = nothing;
/** Filters of a list as the client sends them: empty texts, and as many rows as it wants. */
export const filters =
  (more: Record<string, unknown> = {}) =>
  () => ({ page: 1, pageSize: 10_000, field: "", order: "", ...more });
export const byId = (name: string) => (kept: Kept) => ({ id: kept[name] });
export const keepId = (name: string) => (result: unknown, kept: Kept) => {
  kept[name] = result;
};
/** Keeps the id of the row that has a value, from a page or a list. */
export const keepRow = (name: string, field: string, value: unknown) => (result: unknown, kept: Kept) => {
  const found = (result as { items?: Record<string, unknown>[] }).items ?? (result as Record<string, unknown>[]);
  kept[name] = found.find((row) => row[field] === value)?.id;
  kept[`${name}Row`] = found.find((row) => row[field] === value);
};
export const changed = (name: string, more: Record<string, unknown>) => (kept: Kept) => ({
  ...(kept[`${name}Row`] as object),
  ...more,
});

/** Calls of one service that are refused alike. */
const refused =
  (ends: "unsafe" | "elsewhere") =>
  (service: string, ...actions: string[]): ReplayedCall[] =>
    actions.map((action) => ({ call: `POST /api/${service}/${action}`, ends, body: () => ({ id: 1, jobId: "x" }) }));
export const unsafe = refused("unsafe");
export const elsewhere = refused("elsewhere");

/** A table that the client keeps by the usual four calls: what it types, how it finds it again, what it changes. */
interface KeptTable {
  readonly service: string;
  /** How the row is known in `kept`. */
  readonly as: string;
  readonly typed: Record<string, unknown> | ((kept: Kept) => Record<string, unknown>);
  /** What adding answers; nothing unless told. */
  readonly added?: Shape;
  /** The call by which the row is found. */
  readonly found: Omit<ReplayedCall, "keep">;
  readonly key: readonly [field: string, value: unknown];
  readonly change: Record<string, unknown>;
  /** Calls that need the row. */
  readonly between?: readonly ReplayedCall[];
}

/** Adds, finds, changes and deletes a row. */
export function keptTable({ service, as, typed, found, key, change, ...more }: KeptTable): ReplayedCall[] {
  const { added = done, between = [] } = more;
  const at = (action: string) => `POST /api/${service}/${action}`;
  return [
    { call: at("add"), body: typeof typed === "function" ? typed : () => typed, ends: added },
    { ...found, keep: keepRow(as, ...key) },
    { call: at("update"), body: changed(as, change), ends: done },
    ...between,
    { call: at("delete"), body: byId(as), ends: done },
  ];
}
