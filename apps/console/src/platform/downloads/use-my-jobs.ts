import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import type { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { remote } from "../api/client.ts";
import { onServerEvent } from "../api/events.ts";

/** Where a user's exports and imports are listed. */
export const downloadsPath = "/system/downloads";

export type Run = ResultOf<(typeof sysJobRun)["operations"]["list"]>[number];
export type Import = ResultOf<(typeof orderImport)["operations"]["mine"]>[number];

const runs = remote<typeof sysJobRun>("sysJobRun");
const imports = remote<typeof orderImport>("orderImport");
const runsKey = ["sysJobRun", "list"] as const;

/** The event stream tells of exports at once; asking is for imports and for a stream that is cut. Milliseconds. */
const whileGoing = 5_000;
const whileQuiet = 120_000;

const goingImports: readonly string[] = ["uploading", "inspecting", "checking", "importing", "undoing"];

/** Whether an export has not ended. */
export const isGoing = ({ state }: Run): boolean => state === "waiting" || state === "running";

/** Whether work on an import goes on. */
export const isImportGoing = ({ status }: Import): boolean => goingImports.includes(status);

/** A list of runs with one as it was just told; a run that was not in it is the newest. */
export const withRun = (known: readonly Run[], told: Run): Run[] =>
  known.some(({ id }) => id === told.id) ? known.map((one) => (one.id === told.id ? told : one)) : [told, ...known];

/** The signed-in user's exports and imports, wherever they were started, as they go on. */
export function useMyJobs() {
  const client = useQueryClient();
  const exported = useQuery({
    queryKey: runsKey,
    queryFn: ({ signal }) => runs("list", {}, { method: "GET", passive: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isGoing) ? whileGoing : whileQuiet),
  });
  const imported = useQuery({
    queryKey: ["orderImport", "mine"],
    queryFn: ({ signal }) => imports("mine", {}, { method: "GET", passive: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isImportGoing) ? whileGoing : whileQuiet),
  });
  useEffect(
    () =>
      onServerEvent("*", ({ topic, payload }) => {
        if (topic === "overflow") void client.invalidateQueries({ queryKey: runsKey });
        if (topic === "job" && payload)
          client.setQueryData<readonly Run[]>(runsKey, (known) => known && withRun(known, payload as Run));
      }),
    [client],
  );
  return {
    runs: exported.data,
    imports: imported.data ?? [],
    hasFailed: exported.isError && !exported.data,
    retry: () => void exported.refetch(),
  };
}
