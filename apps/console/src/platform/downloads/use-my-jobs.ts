import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import type { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { OrderImportStatus } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import type { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { RefundImportStatus } from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { remote } from "../api/client.ts";
import { onServerEvent } from "../api/events.ts";

/** Page of a user's exports and imports. */
export const downloadsPath = "/system/downloads";

export type ExportJob = ResultOf<(typeof sysJobRun)["operations"]["list"]>[number];
export type OrderFile = ResultOf<(typeof orderImport)["operations"]["mine"]>[number];
type RefundFile = ResultOf<(typeof refundImport)["operations"]["mine"]>[number];

/** An import of orders or refunds. */
export interface ImportJob
  extends Pick<OrderFile | RefundFile, "id" | "fileName" | "status" | "fileBytes" | "doneRows" | "createTime"> {
  readonly rowCount: number | null;
  readonly kind: "orders" | "refunds";
}

const runs = remote<typeof sysJobRun>("sysJobRun");
const imports = remote<typeof orderImport>("orderImport");
const refunds = remote<typeof refundImport>("refundImport");
const runsKey = ["sysJobRun", "list"] as const;

/** The event stream reports exports at once; polling is for imports and interruptions. Milliseconds. */
const whileGoing = 5_000;
const whileQuiet = 120_000;

const goingImports: readonly string[] = ["uploading", "inspecting", "checking", "importing", "undoing", "running"];

/** Page and status labels by kind of file. */
export const importKinds: Readonly<
  Record<ImportJob["kind"], { readonly path: string; readonly states: Enumeration<string> }>
> = {
  orders: { path: "/trade/order-import", states: OrderImportStatus },
  refunds: { path: "/trade/refund-import", states: RefundImportStatus },
};

/** Whether an export is unfinished. */
export const isGoing = ({ state }: ExportJob): boolean => state === "waiting" || state === "running";

/** Whether an import is being processed. */
export const isImportGoing = ({ status }: Pick<ImportJob, "status">): boolean => goingImports.includes(status);

/** The list with an updated export; a new one comes first. */
export const withExportJob = (known: readonly ExportJob[], told: ExportJob): ExportJob[] =>
  known.some(({ id }) => id === told.id) ? known.map((one) => (one.id === told.id ? told : one)) : [told, ...known];

/** The user's exports and imports, wherever they were started, with live progress. */
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
  const refunded = useQuery({
    queryKey: ["refundImport", "mine"],
    queryFn: ({ signal }) => refunds("mine", {}, { method: "GET", passive: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isImportGoing) ? whileGoing : whileQuiet),
  });
  useEffect(
    () =>
      onServerEvent("*", ({ topic, payload }) => {
        if (topic === "overflow") void client.invalidateQueries({ queryKey: runsKey });
        if (topic === "job" && payload)
          client.setQueryData<readonly ExportJob[]>(
            runsKey,
            (known) => known && withExportJob(known, payload as ExportJob),
          );
      }),
    [client],
  );
  return {
    runs: exported.data,
    imports: [
      ...(imported.data ?? []).map((one): ImportJob => ({ ...one, kind: "orders" })),
      ...(refunded.data ?? []).map((one): ImportJob => ({ ...one, kind: "refunds" })),
    ],
    hasFailed: exported.isError && !exported.data,
    retry: () => void exported.refetch(),
  };
}
