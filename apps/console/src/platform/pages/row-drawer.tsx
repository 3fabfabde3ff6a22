import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { FailureState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { DrawerPanel } from "@countinghouse/ui/layout/drawer-panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "antd";
import type { ComponentType, ReactNode } from "react";
import { useMay } from "../access/allowed.tsx";
import { CallError } from "../api/call-error.ts";
import { call } from "../api/client.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { type AnyRow, idOf, localName, nameOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { RecordFacts, RecordHistory } from "./record-facts.tsx";

/** An id made by the server: nobody reads it whole. */
const madeId = /^[a-z]{2,5}_[0-9A-Z]{26}$/;

interface RowDrawerProps {
  readonly resource: Resource;
  readonly id: string;
  /** The rows of the list, to walk through. */
  readonly rows: readonly AnyRow[];
  readonly nameField: string | undefined;
  /** Reads the record by itself too: it says more than its row, such as what may be done with it. */
  readonly isRead?: boolean;
  /** The heading, where people know a record by more than its name: an order by its amount. */
  readonly heading?: ComponentType<{ readonly row: AnyRow }> | undefined;
  /** What it shows; the record's facts unless told. */
  readonly detail: ComponentType<{ readonly row: AnyRow }> | undefined;
  actions(row: AnyRow): ReactNode;
  onOpen(id: string | undefined): void;
}

/** One row beside its list, with its own address; the rows around it are a key away. */
export function RowDrawer({
  resource,
  id,
  rows,
  nameField,
  isRead = false,
  heading: Heading,
  detail: Detail,
  actions,
  onOpen,
}: RowDrawerProps) {
  const words = useWords(pagesMessages);
  const { title } = useWords(resource);
  const at = rows.findIndex((row) => idOf(row) === id);
  const { row, error, isPending, retry } = useOneRow(resource, id, rows[at], isRead);
  const step = (by: number) => {
    const next = at < 0 ? undefined : rows[at + by];
    return next && (() => onOpen(idOf(next)));
  };
  const number = row && Heading && nameOf(row, nameField);
  const label = number ? (
    <Copyable value={number} className="ch-mono">
      {madeId.test(number) ? middleCut(number) : number}
    </Copyable>
  ) : (
    title
  );
  return (
    <DrawerPanel label={label} onPrevious={step(-1)} onNext={step(1)} onClose={() => onOpen(undefined)}>
      {row && (
        <div key={id} className="ch-detail">
          <header className="ch-detail-head">
            <h2>{Heading ? <Heading row={row} /> : <Name row={row} nameField={nameField} />}</h2>
            {actions(row)}
          </header>
          {Detail ? (
            <Detail row={row} />
          ) : (
            <>
              <RecordFacts resource={resource} of={row} />
              <RecordHistory resource={resource} of={row} />
            </>
          )}
        </div>
      )}
      {!row && isPending && <Skeleton active />}
      {!row &&
        !isPending &&
        (error ? (
          <FailureState failure={{ message: error.message, requestId: error.requestId, retry }} />
        ) : (
          <EmptyState picture="lens" title={words.notThere} />
        ))}
    </DrawerPanel>
  );
}

/** What people call the record, in the reader's language where it is named in several. */
function Name({ row, nameField }: { readonly row: AnyRow; readonly nameField: string | undefined }) {
  return localName(row, useLocale()) ?? nameOf(row, nameField);
}

/** The row from the list; from the server when the list does not hold it, as after following a link, or not all of it. */
function useOneRow(resource: Resource, id: string, listed: AnyRow | undefined, isRead: boolean) {
  const canAsk = useMay()(permissionOf(resource.name, "detail")) && "detail" in resource.operations;
  const input = { id: /^\d+$/.test(id) ? Number(id) : id };
  const query = useQuery({
    queryKey: [resource.name, "detail", id],
    queryFn: ({ signal }) => call(resource, "detail", input as never, { signal }) as Promise<AnyRow>,
    enabled: (isRead || !listed) && canAsk,
  });
  const isMissing = query.error instanceof CallError && query.error.status === 404;
  return {
    row: (isRead ? query.data : undefined) ?? listed ?? query.data,
    error: query.error instanceof CallError && !isMissing ? query.error : undefined,
    isPending: !listed && canAsk && query.isPending,
    retry: () => void query.refetch(),
  };
}
