import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { useMemo, useState } from "react";
import type { ListAnswer } from "../api/use-list.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { type ListColumn, tableColumns } from "./list-columns.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "./list-paging.ts";

const firstPlace = { page: 1, cursor: undefined as string | undefined };

/**
 * Which page of rows is shown inside another page, and the pager below them. Narrowed by another filter, rows are shown
 * from the first.
 */
export function useRowPages(filter: object, pageSizes: readonly number[] = [20, 50, 100]) {
  const [place, setPlace] = useState(firstPlace);
  const [pageSize, setPageSize] = useState(pageSizes[0] ?? 20);
  const narrowed = JSON.stringify(filter);
  const [narrowedAt, setNarrowedAt] = useState(narrowed);
  if (narrowed !== narrowedAt) {
    setNarrowedAt(narrowed);
    setPlace(firstPlace);
  }
  const go = (to: Pick<typeof firstPlace, "page" | "cursor"> | undefined) =>
    to && setPlace({ page: to.page, cursor: to.cursor });
  const pagerOf = (answer: ListAnswer<unknown> | undefined, readAt: number | undefined) => {
    const next = answer && nextPlace(place, answer);
    const previous = answer && previousPlace(place, answer);
    return (
      <Pager
        from={answer && firstRowNumber(place, answer)}
        count={answer?.items.length ?? 0}
        total={answer?.total ?? 0}
        isTotalExact={answer?.totalIsExact ?? true}
        readAt={readAt}
        pageSize={pageSize}
        pageSizes={pageSizes}
        hasPrevious={previous !== undefined}
        hasNext={next !== undefined}
        onPrevious={() => go(previous)}
        onNext={() => go(next)}
        onPageSize={(size) => {
          setPageSize(size);
          setPlace(firstPlace);
        }}
      />
    );
  };
  return { shown: { ...place, pageSize }, pagerOf };
}

/** Columns of rows inside a page. The zone of times is said on the lists; here there is nothing to hint at. */
export function useRowColumns(resource: Resource, columns: readonly ListColumn<never, string>[]) {
  const { fields } = useWords(resource);
  const locale = useLocale();
  return useMemo(
    () =>
      tableColumns(columns as never, { resource, fieldWords: fields, sortBy: [], zone: "", locale }).map(
        ({ hint: _hint, ...column }) => column,
      ),
    [resource, columns, fields, locale],
  );
}
