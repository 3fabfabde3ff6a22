import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import { call } from "../api/client.ts";
import { toastFailure } from "../api/use-operation.ts";

type Kept = readonly { readonly key: string; readonly value: unknown }[];

const queryKey = [sysUserPreference.name, "list"];
/** Changes this close together are one: dragging a column's edge is not thirty wishes. Milliseconds. */
const settleTime = 600;
const waiting = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; save(): void }>();
// A window that is closed or reloaded in the meantime loses nothing.
window.addEventListener("pagehide", () => {
  for (const { save } of waiting.values()) save();
});

/** Something the user arranged, kept on the server. */
export interface Preference<T> {
  /** Undefined when nothing, or nothing usable, is kept. */
  readonly value: T | undefined;
  /** Whether it is known what is kept; true as well when it could not be read, since a page must go on without. */
  readonly isReady: boolean;
  /** Whether it could be read: where it could not, what is added to it would take its place. */
  readonly isRead: boolean;
  /** Shows the new value at once and keeps it shortly after; undefined forgets. Writes over nothing that was not read. */
  set(value: T | undefined): void;
}

/** A preference under a key such as `list:sysPos`. What is kept is judged by the schema: an older shape counts as none. */
export function usePreference<S extends z.ZodType>(key: string, schema: S): Preference<z.output<S>> {
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(sysUserPreference, "list", {}, { signal }) as Promise<Kept>,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = query.data?.find((one) => one.key === key);
  // The same kept value stays the same object, so that what is built from it need not be built again.
  const value = useMemo(() => {
    const parsed = found && schema.safeParse(found.value);
    return parsed?.success ? parsed.data : undefined;
  }, [found, schema]);
  return {
    value,
    isReady: !query.isPending,
    isRead: query.data !== undefined,
    set: (value) => {
      if (query.data) return keep(client, key, value ?? null);
      void query.refetch().then(({ error }) => (error ? toastFailure(error) : keep(client, key, value ?? null)));
    },
  };
}

function keep(client: QueryClient, key: string, value: unknown): void {
  client.setQueryData<Kept>(queryKey, (kept = []) => [...kept.filter((one) => one.key !== key), { key, value }]);
  clearTimeout(waiting.get(key)?.timer);
  const save = () => {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
    call(sysUserPreference, "save", { key, value: value as never }).catch(toastFailure);
  };
  waiting.set(key, { timer: setTimeout(save, settleTime), save });
}
