import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerEvent } from "../api/events.ts";
import { type ListResult, useList } from "../api/use-list.ts";
import { paymentMode } from "../session/payment-mode.ts";
import { useStore } from "../state/store.ts";
import type { FormsOfPage } from "./form-declaration.ts";
import { filterInputs } from "./list-address.ts";
import type { ListColumn } from "./list-columns.tsx";
import { nextPlace } from "./list-paging.ts";
import { type AnyRow, filtersOf, idOf, type PagedResource } from "./paged-resource.ts";
import { type RowAction, type RowActions, useRowActions } from "./row-actions.tsx";
import { type ListAddressControl, useListAddress } from "./use-list-address.ts";
import { type ListColumns, useColumnsOf, useListColumns } from "./use-list-columns.ts";
import { type RowSelection, useSelection } from "./use-selection.ts";

/** What a list page is declared with, as far as its state depends on it. */
export interface ListDeclaration {
  readonly resource: PagedResource;
  readonly topic?: string;
  readonly columns: readonly ListColumn<AnyRow, string>[];
  readonly rowActions?: readonly RowAction<string, never>[];
  readonly lifecycle?: Lifecycle;
  readonly forms?: FormsOfPage;
  readonly nameField?: string;
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** Everything a list page shows and does: made of parts that any other page may use by themselves. */
export interface ListPageState {
  readonly control: ListAddressControl;
  readonly columns: ListColumns<AnyRow>;
  readonly list: ListResult<AnyRow>;
  readonly selection: RowSelection;
  readonly actions: RowActions;
  readonly pageSize: number;
  /** Filters and sort as the list was asked for: what an export holds as well. */
  readonly filter: object;
  /** Filters that the page or the shell has set, and that are not offered. */
  readonly settled: readonly string[];
  readonly isPhone: boolean;
}

const defaultPageSize = 20;

/** Reads a resource's records again when the server tells of one. */
function useFresh({ name }: PagedResource, topic: string | undefined): void {
  const client = useQueryClient();
  useEffect(
    () => (topic ? onServerEvent(topic, () => void client.invalidateQueries({ queryKey: [name] })) : undefined),
    [client, topic, name],
  );
}

/** Ties a list's address, columns, rows, selection and actions together. */
export function useListPage({
  resource,
  topic,
  columns: declared,
  rowActions = [],
  lifecycle,
  forms,
  nameField,
  fixed,
}: ListDeclaration): ListPageState {
  const control = useListAddress(resource);
  useFresh(resource, topic);
  const { address, change } = control;
  const layout = useListColumns<AnyRow, string>(resource, declared);
  const settled = { ...useModeFilter(resource), ...fixed };
  const filters = { ...filterInputs(address, filtersOf(resource), useTimeZone(), Date.now()), ...settled };
  const filter = { ...filters, ...address.sort };
  const pageSize = address.pageSize ?? layout.pageSize ?? defaultPageSize;
  const inputAt = ({ page, cursor }: { readonly page: number; readonly cursor?: string | undefined }) =>
    ({ ...filter, page, pageSize, ...(cursor ? { cursor } : {}) }) as never;
  const list = useList(resource, inputAt(address), {
    // A filter that is left out would show more than was asked for.
    isEnabled: layout.isReady && Object.keys(address.unread).length === 0,
    nextInput: (answer) => {
      const next = nextPlace(address, answer);
      return next && inputAt(next);
    },
  }) as ListResult<AnyRow>;
  const columns = useColumnsOf(layout, list.rows, address.sort?.field);
  const selection = useSelection(list.rows, JSON.stringify(filters));
  const onGone = (row: AnyRow) => {
    if (idOf(row) === address.open) change({ open: undefined });
  };
  const actions = useRowActions({
    resource,
    actions: rowActions,
    lifecycle,
    forms,
    nameField,
    rows: list.rows,
    onGone,
  });
  return {
    control,
    columns,
    list,
    selection,
    actions,
    pageSize,
    filter,
    settled: Object.keys(settled),
    isPhone: usePhone(),
  };
}

/** A list that holds one mode at a time shows the book that is chosen in the shell. */
function useModeFilter(resource: PagedResource): Readonly<Record<string, unknown>> {
  const mode = useStore(paymentMode);
  const ofPayments = filtersOf(resource).find(
    ({ name, facts }) => name === "mode" && facts.enumeration === PaymentMode,
  );
  if (!ofPayments) return {};
  return { mode: ofPayments.filter.kind === "oneOf" ? [mode] : mode };
}
