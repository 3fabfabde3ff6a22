import type { ScopeLimit } from "@countinghouse/contract/kit/list.ts";
import { type CallInput, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { TableState } from "@countinghouse/ui/table/data-table.tsx";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "../access/allowed.tsx";
import { useLocale } from "../i18n/use-words.ts";
import type { PagedResource } from "../pages/paged-resource.ts";
import { CallError } from "./call-error.ts";
import { call } from "./client.ts";

/** Answer of a paged list, for any rows. */
export interface ListAnswer<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly page: number;
  readonly pageSize: number;
  readonly hasPrevPage: boolean;
  readonly hasNextPage: boolean;
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
  readonly limitedBy: ScopeLimit | null;
}

export interface ListResult<Row> {
  readonly answer: ListAnswer<Row> | undefined;
  readonly rows: readonly Row[];
  readonly state: TableState;
  /** Time of reading, in ms. */
  readonly readAt: number | undefined;
  /** Failure of the latest read, while older rows are shown. */
  readonly lateFailure: { readonly message: string; readonly requestId: string; retry(): void } | undefined;
  refresh(): void;
}

type PageInput<R extends PagedResource> = CallInput<R["operations"]["page"]>;
type RowIn<R extends PagedResource> =
  ResultOf<R["operations"]["page"]> extends { items: readonly (infer Row)[] } ? Row : never;

export interface ListOptions<R extends PagedResource> {
  /** Does not read while false. */
  readonly isEnabled?: boolean;
  /** Input of the page after an answer, for prefetching. */
  readonly nextInput?: (answer: ListAnswer<RowIn<R>>) => PageInput<R> | undefined;
}

/**
 * Reads a page of a list. Old rows stay during a reload, the next page is prefetched, and a failed refresh keeps the
 * old rows.
 */
export function useList<R extends PagedResource>(
  resource: R,
  input: PageInput<R>,
  options: ListOptions<R> = {},
): ListResult<RowIn<R>> {
  const { isEnabled = true, nextInput } = options;
  const client = useQueryClient();
  const locale = useLocale();
  const page = resource.operations.page;
  const isAllowed = useMay()(permissionOf(resource.name, "page")) || page.access !== "permission";
  const query = useQuery(pageQuery(resource, input, locale, isEnabled && isAllowed));
  const answer = query.data as ListAnswer<RowIn<R>> | undefined;
  const ahead = answer?.hasNextPage && !query.isPlaceholderData ? nextInput?.(answer) : undefined;
  const aheadText = ahead && JSON.stringify(ahead);
  useEffect(() => {
    if (aheadText) void client.prefetchQuery(pageQuery(resource, JSON.parse(aheadText) as PageInput<R>, locale, true));
  }, [client, resource, aheadText, locale]);
  const refresh = () => void query.refetch();
  const failure = failureOf(query.error, refresh);
  return {
    answer,
    rows: answer?.items ?? [],
    readAt: query.dataUpdatedAt || undefined,
    state: stateOf(isAllowed, answer !== undefined, query.isFetching, failure),
    lateFailure: answer && failure,
    refresh,
  };
}

const pageQuery = <R extends PagedResource>(resource: R, input: PageInput<R>, locale: string, enabled: boolean) => ({
  // Answers contain server-side texts, so another language is another answer.
  queryKey: [resource.name, "page", input, locale],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(resource, "page" as never, input as never, { signal }) as Promise<unknown>,
  placeholderData: keepPreviousData,
  enabled,
});

function failureOf(error: Error | null, retry: () => void) {
  if (!error) return undefined;
  return {
    message: error.message,
    requestId: error instanceof CallError ? error.requestId : "",
    retry,
    isForbidden: error instanceof CallError && error.status === 403,
  };
}

function stateOf(
  isAllowed: boolean,
  hasRows: boolean,
  isFetching: boolean,
  failure: ReturnType<typeof failureOf>,
): TableState {
  if (!isAllowed || failure?.isForbidden) return { kind: "forbidden" };
  if (hasRows) return { kind: isFetching ? "refreshing" : "ready" };
  return failure && !isFetching ? { kind: "failed", failure } : { kind: "loading" };
}
