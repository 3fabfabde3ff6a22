import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import type { ReactNode } from "react";
import { Allowed, useMay } from "../access/allowed.tsx";
import { useList } from "../api/use-list.ts";
import { useWords } from "../i18n/use-words.ts";
import { ExportMenu } from "../pages/export-menu.tsx";
import type { ListColumn } from "../pages/list-columns.tsx";
import type { PagedResource } from "../pages/paged-resource.ts";
import { pagesMessages } from "../pages/pages.messages.ts";
import { useRowColumns, useRowPages } from "../pages/row-pages.tsx";
import "./file-rows.css";

interface FileRowsProps<R extends PagedResource> {
  /** Resource of the file's rows. */
  readonly resource: R;
  readonly columns: readonly ListColumn<never, string>[];
  /** Columns of an export, in order. */
  readonly exported: readonly string[];
  /** The file's id, and filters of its rows. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Filter controls. */
  readonly children: ReactNode;
}

/** Results of a file's rows, with filters and export. */
export function FileRows<R extends PagedResource>({ resource, columns, exported, filter, children }: FileRowsProps<R>) {
  const { title } = useWords(resource);
  const pages = useWords(pagesMessages);
  const { shown, pagerOf } = useRowPages(filter);
  const { answer, rows, state, readAt } = useList(resource, { ...filter, ...shown } as never);
  const shownColumns = useRowColumns(resource, columns);
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
        columns={shownColumns as never}
        rows={rows as never}
        rowKey={({ id }: { readonly id: unknown }) => String(id)}
        state={state}
        empty={<EmptyState picture="lens" title={pages.noMatch} />}
      />
      {pagerOf(answer, readAt)}
    </section>
  );
}

interface VerdictBarProps {
  readonly label: string;
  /** Results with the number of rows each; "" is all rows. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly value: string;
  onChange(value: string): void;
}

/** Filter by result, with counts. */
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
