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
  /** `answers` with a shape; or a refusal in words: `unsafe` for good, `missing` until it is built, `elsewhere` on a page of ours. */
  readonly ends: Shape | "file" | "unsafe" | "missing" | "elsewhere";
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

export const missing = (...calls: string[]): ReplayedCall[] =>
  calls.map((call) => ({ call, ends: "missing", body: () => ({ id: 1 }) }));
export const unsafe = (...calls: string[]): ReplayedCall[] =>
  calls.map((call) => ({ call, ends: "unsafe", body: () => ({ id: 1, jobId: "x" }) }));
