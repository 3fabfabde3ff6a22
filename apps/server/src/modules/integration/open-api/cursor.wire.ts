import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";

/** Position of a page's last row: its instant, and its id among rows of the same instant. */
export interface PagePosition {
  readonly time: string;
  readonly id: string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const id = /^[A-Za-z0-9_]{1,64}$/;

/** A requested list: its name and filters. */
export interface RequestedList {
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Fingerprint of the list that a cursor belongs to. */
function markOf({ name, filter }: RequestedList): string {
  const asked = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([name, asked])).slice(0, 10);
}

/** Encodes a position. It contains nothing that the page did not show. */
const encodeCursor = ({ time, id }: PagePosition, list: RequestedList): string =>
  btoa(`${time} ${id} ${markOf(list)}`).replace(/=+$/, "");

/**
 * Decodes a cursor. Refuses one of another list or other filters, and one that is malformed; a forged position leads
 * only to rows the caller may see anyway.
 */
export function decodeCursor(text: string | undefined, list: RequestedList): PagePosition | undefined {
  if (text === undefined) return undefined;
  let plain = "";
  try {
    plain = atob(text);
  } catch {
    throw refuse("openApi.cursorInvalid");
  }
  const [time = "", last = "", mark, ...rest] = plain.split(" ");
  if (
    rest.length > 0 ||
    mark !== markOf(list) ||
    !instant.test(time) ||
    Number.isNaN(Date.parse(time)) ||
    !id.test(last)
  )
    throw refuse("openApi.cursorInvalid");
  return { time, id: last };
}

/** A page from rows that were read with one extra, which tells whether more follow. */
export function pageFrom<R, T>(
  rows: readonly R[],
  limit: number,
  {
    list,
    position,
    view,
  }: { readonly list: RequestedList; readonly position: (row: R) => PagePosition; readonly view: (row: R) => T },
): { data: T[]; hasMore: boolean; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(view), hasMore, nextCursor: hasMore && last ? encodeCursor(position(last), list) : null };
}
