import { pageSizes } from "@countinghouse/contract/kit/list.ts";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "./list-paging.ts";
import type { ListPageState } from "./use-list-page.ts";

/** The foot of a list page, tied to its address. */
export function ListPager({
  page: { list, control, columns, pageSize },
}: {
  page: Pick<ListPageState, "list" | "control" | "columns" | "pageSize">;
}) {
  const { answer, rows, readAt } = list;
  const { address, change } = control;
  if (!answer) return null;
  const previous = previousPlace(address, answer);
  const next = nextPlace(address, answer);
  return (
    <Pager
      from={firstRowNumber(address, answer)}
      count={rows.length}
      total={answer.total}
      isTotalExact={answer.totalIsExact}
      readAt={readAt}
      pageSize={pageSize}
      pageSizes={pageSizes}
      hasPrevious={previous !== undefined}
      hasNext={next !== undefined}
      onPrevious={() => previous && change({ ...previous, open: undefined })}
      onNext={() => next && change({ ...next, open: undefined })}
      onPageSize={(size) => {
        columns.setPageSize(size);
        change({ pageSize: size, page: 1, cursor: undefined });
      }}
    />
  );
}
