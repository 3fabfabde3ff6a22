import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { type ReactNode, useMemo, useState } from "react";
import { Allowed, useMay } from "../access/allowed.tsx";
import { useList } from "../api/use-list.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { ExportMenu } from "../pages/export-menu.tsx";
import { type ListColumn, tableColumns } from "../pages/list-columns.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "../pages/list-paging.ts";
import type { PagedResource } from "../pages/paged-resource.ts";
import { pagesMessages } from "../pages/pages.messages.ts";
import "./file-rows.css";

const pageSizes = [20, 50, 100];
const firstPlace = { page: 1, cursor: undefined as string | undefined };

interface FileRowsProps<R extends PagedResource> {
  /** The rows of a file, as its module declares them. */
  readonly resource: R;
  readonly columns: readonly ListColumn<never, string>[];
  /** Columns of an exported file, in their order. */
  readonly exported: readonly string[];
  /** Of which file, and what narrows its rows. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The way to narrow them. */
  readonly children: ReactNode;
}

/** What becomes of each row of a file, to be narrowed and taken away as a file. */
export function FileRows<R extends PagedResource>({ resource, columns, exported, filter, children }: FileRowsProps<R>) {
  const { title } = useWords(resource);
  const pages = useWords(pagesMessages);
  const [place, setPlace] = useState(firstPlace);
  const [pageSize, setPageSize] = useState(pageSizes[0] ?? 20);
  const { answer, rows, state, readAt } = useList(resource, { ...filter, ...place, pageSize } as never);
  const shown = useColumns(resource, columns);
  const go = (next: typeof place | undefined) => next && setPlace({ page: next.page, cursor: next.cursor });
  const next = answer && nextPlace(place, answer);
  const previous = answer && previousPlace(place, answer);
  // Narrowed anew, rows are shown from the first.
  const narrowed = JSON.stringify(filter);
  const [narrowedAt, setNarrowedAt] = useState(narrowed);
  if (narrowed !== narrowedAt) {
    setNarrowedAt(narrowed);
    setPlace(firstPlace);
  }
  if (!useMay()(`${resource.name}:page`)) return null;
  return (
    <section className="ch-card import-rows">
      <header className="import-rows-head">
        <h2 className="import-card-title">{title}</h2>
        <span className="ch-grow" />
        <Allowed need={`${resource.name}:export`}>
          <ExportMenu
            resource={resource}
            columns={exported}
            all={Object.keys(resource.record.shape)}
            filter={filter as never}
          />
        </Allowed>
      </header>
      {children}
      <DataTable
        label={title}
        height="rows"
        columns={shown as never}
        rows={rows as never}
        rowKey={({ id }: { readonly id: unknown }) => String(id)}
        state={state}
        empty={<EmptyState picture="lens" title={pages.noMatch} />}
      />
      <Pager
        from={answer && firstRowNumber(place, answer)}
        count={rows.length}
        total={answer?.total ?? 0}
        isTotalExact={answer?.totalIsExact ?? true}
        readAt={readAt}
        pageSize={pageSize}
        pageSizes={pageSizes}
        hasPrevious={previous !== undefined}
        hasNext={next !== undefined}
        onPrevious={() => go(previous as typeof place | undefined)}
        onNext={() => go(next as typeof place | undefined)}
        onPageSize={(size) => {
          setPageSize(size);
          setPlace(firstPlace);
        }}
      />
    </section>
  );
}

function useColumns(resource: Resource, columns: readonly ListColumn<never, string>[]) {
  const { fields } = useWords(resource);
  const locale = useLocale();
  return useMemo(
    () =>
      tableColumns(columns as never, { resource, fieldWords: fields, sortBy: [], zone: "", locale }).map(
        // The zone of the times is said on the lists; here there is nothing to hint at.
        ({ hint: _hint, ...column }) => column,
      ),
    [resource, columns, fields, locale],
  );
}

interface VerdictBarProps {
  readonly label: string;
  /** Verdicts with how many rows each has; "" is every row. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly value: string;
  onChange(value: string): void;
}

/** Verdicts to narrow rows by, each with how many it has. */
export const VerdictBar = ({ label, choices, value: chosen, onChange }: VerdictBarProps) => (
  <div className="import-verdicts" role="toolbar" aria-label={label}>
    {choices.map(({ value, label: name, count }) => (
      <button
        key={value}
        type="button"
        className="import-verdict"
        aria-pressed={chosen === value}
        onClick={() => onChange(value)}
      >
        {`${name} ${count.toLocaleString("en-US")}`}
      </button>
    ))}
  </div>
);
