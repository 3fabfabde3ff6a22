import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type FilterValue, type ListAddress, readAddress, writeAddress } from "./list-address.ts";
import { listSpecOf } from "./paged-resource.ts";
import { useReadableFilters } from "./use-readable-fields.ts";

/** A list's address, read and changed. */
export interface ListAddressControl {
  readonly address: ListAddress;
  /** Changes the address. Rows, pages, filters and sorting can be gone back from; only the name of a view replaces. */
  change(next: Partial<ListAddress>): void;
  /** Sets or, with `undefined`, removes a filter; starts again from the first page. */
  setFilter(name: string, value: FilterValue | undefined): void;
  clearFilters(): void;
  /** Leaves out what the list cannot read. */
  clearUnread(): void;
  /** Sorts by a field; by the same again turns the order, and a third time goes back to the list's own. */
  sortBy(field: string): void;
}

/** Holds everything a list shows in the address, so that it can be shared, reloaded and gone back to. */
export function useListAddress(resource: Resource): ListAddressControl {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filters = useReadableFilters(resource);
  const address = useMemo(
    () => readAddress(new URLSearchParams(text), filters, listSpecOf(resource).sortBy),
    [text, filters, resource],
  );
  const change = useCallback(
    (next: Partial<ListAddress>) => {
      const steps = "open" in next || "page" in next || "cursor" in next;
      setQuery(writeAddress({ ...address, ...next }), { replace: !steps, preventScrollReset: true });
    },
    [address, setQuery],
  );
  const narrow = (next: Partial<ListAddress>) =>
    setQuery(writeAddress({ ...address, page: 1, cursor: undefined, open: undefined, ...next }));
  return {
    address,
    change,
    setFilter: (name, value) => {
      const { [name]: _before, ...others } = address.filters;
      const { [name]: _unread, ...unread } = address.unread;
      narrow({ filters: value ? { ...others, [name]: value } : others, unread });
    },
    clearFilters: () => narrow({ filters: {}, unread: {}, view: undefined }),
    clearUnread: () => narrow({ unread: {} }),
    sortBy: (field) => narrow({ sort: nextSort(address.sort, field) }),
  };
}

function nextSort(sort: ListAddress["sort"], field: string): ListAddress["sort"] {
  if (sort?.field !== field) return { field, order: "asc" };
  return sort.order === "asc" ? { field, order: "desc" } : undefined;
}
