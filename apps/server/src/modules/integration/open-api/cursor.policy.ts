import { refuse } from "@countinghouse/contract/kit/refusal.ts";

/** Where a page ended: the last row's instant, and its id for rows of the same instant. */
export interface Position {
  readonly time: string;
  readonly id: string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const id = /^[A-Za-z0-9_]{1,64}$/;

/** A position as callers carry it. It holds nothing that the page before did not show. */
export const encodeCursor = ({ time, id }: Position): string => btoa(`${time} ${id}`).replace(/=+$/, "");

/**
 * Reads a cursor. One that was made up is either no position, which is refused, or a position that leads only to rows
 * the caller may see anyway.
 */
export function decodeCursor(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined;
  let plain = "";
  try {
    plain = atob(text);
  } catch {
    throw refuse("openApi.cursorInvalid");
  }
  const [time = "", last = "", ...rest] = plain.split(" ");
  if (rest.length > 0 || !instant.test(time) || Number.isNaN(Date.parse(time)) || !id.test(last))
    throw refuse("openApi.cursorInvalid");
  return { time, id: last };
}

/** A page of rows that were read with one more than asked, to see whether more follow. */
export function pageFrom<R, T>(
  rows: readonly R[],
  limit: number,
  { position, view }: { readonly position: (row: R) => Position; readonly view: (row: R) => T },
): { data: T[]; hasMore: boolean; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(view), hasMore, nextCursor: hasMore && last ? encodeCursor(position(last)) : null };
}
