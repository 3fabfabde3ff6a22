import { countLimit } from "@countinghouse/contract/kit/list.ts";
import type { ListAnswer } from "../api/use-list.ts";
import type { ListAddress } from "./list-address.ts";

type PagePlace = Pick<ListAddress, "page" | "cursor">;

/** Where “next” leads: by page number while rows are counted, by cursor beyond. */
export function nextPlace({ page, cursor }: PagePlace, answer: ListAnswer<unknown>): PagePlace | undefined {
  if (!answer.hasNextPage) return undefined;
  const isCounted = !cursor && (page + 1) * answer.pageSize <= countLimit;
  if (isCounted) return { page: page + 1, cursor: undefined };
  return answer.nextCursor ? { page: 1, cursor: answer.nextCursor } : undefined;
}

/** Where “previous” leads. */
export function previousPlace({ page, cursor }: PagePlace, answer: ListAnswer<unknown>): PagePlace | undefined {
  if (!cursor) return page > 1 ? { page: page - 1, cursor: undefined } : undefined;
  return answer.prevCursor ? { page: 1, cursor: answer.prevCursor } : { page: 1, cursor: undefined };
}

/** Number of the first row shown, from 1; unknown beyond the counted rows. */
export const firstRowNumber = ({ page, cursor }: PagePlace, answer: ListAnswer<unknown>): number | undefined =>
  cursor ? undefined : (page - 1) * answer.pageSize + 1;
