import { exportWorker } from "../../../platform/export/export-worker.ts";
import { exportSourcesOf } from "../../../platform/export/exportable.ts";
import type { ResourceRoutes } from "../../../platform/http/implement.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { type RetentionSweep, retentionWorker } from "../../../platform/jobs/retention.ts";
import type { JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { exportRuns } from "./export-runs.store.ts";
import { runSweeps } from "./kept-runs.store.ts";
import { readLabels } from "./labels.store.ts";
import { actorOfUser } from "./run-user.service.ts";

/** Databases that exports read. */
export interface ExportDatabases {
  readonly appUrl: string;
  readonly replicaUrl: string;
}

/** The workers that write exports of every route, and delete their files after their retention. */
export function buildJobRunWorkers(
  platform: Platform,
  routes: readonly ResourceRoutes[],
  { appUrl, replicaUrl }: ExportDatabases,
  sweeps: readonly RetentionSweep[] = [],
): readonly JobWorker[] {
  const { db, clock, files } = platform;
  const unfinished: RetentionSweep = { name: "unfinished files", run: (_db, now) => files.removeUnfinished(now) };
  return [
    exportWorker({
      db,
      runs: exportRuns(db),
      clock,
      files,
      translator: buildTranslator(routes.map(({ resource }) => resource)),
      sources: exportSourcesOf(routes),
      urlOf: ({ resource }) => (resource.operations.page?.staleOk ? replicaUrl : appUrl),
      actorOf: ({ userId }) => actorOfUser(db, userId),
      labelsOf: (dictionary, locale) => readLabels(db, dictionary, locale),
    }),
    retentionWorker({ db, clock, sweeps: [unfinished, ...runSweeps(files), ...sweeps] }),
  ];
}
