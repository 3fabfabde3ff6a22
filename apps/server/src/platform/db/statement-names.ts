import { createHash } from "node:crypto";
import type pg from "pg";

/** As many texts as are given names; beyond them something builds texts without end, and those stay nameless. */
const namesMax = 500;
const names = new Map<string, string>();

/**
 * The name under which a connection keeps a statement prepared: the same text has the same name on every connection,
 * and is parsed and planned once for each instead of with every call. Only for statements whose best plan is the same
 * whatever their values are; lists with filters are not.
 */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `ch_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/** A statement as the driver takes it, under its name where it has one. */
export const namedQuery = (text: string, values: readonly unknown[], isPrepared: boolean): pg.QueryConfig => {
  const name = isPrepared ? nameOfStatement(text) : undefined;
  return { text, values: [...values], ...(name === undefined ? {} : { name }) };
};

/** A table has got another column since the statement was prepared; prepared anew it is good again. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === "0A000" &&
  /cached plan must not change/.test(error.message);
