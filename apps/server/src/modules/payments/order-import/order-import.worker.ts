import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { z } from "zod";
import { holds } from "../../../platform/access/permission.ts";
import { removeFile, UnreadableFile } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { batchRows, inBatches, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { actorOfUser } from "../../operations/job-run/index.ts";
import { removeOldRows } from "./import-row.store.ts";
import {
  checkFile,
  finishImport,
  type ImportContext,
  ImportStopped,
  importBatch,
  inspectFile,
  undoOrders,
} from "./import-steps.service.ts";
import { type ImportStep, importQueue } from "./order-import.service.ts";
import { type ImportRow, idleImports, isInReach, noteProgress, readImport } from "./order-import.store.ts";

const retries = 4;
const dayMs = 86_400_000;
/** Retention of row verdicts after an import ended, in milliseconds: they repeat payers' data from the file. */
const rowsKeptMs = 90 * dayMs;
/** How long a file waits for its next step, in milliseconds. */
const idleMs = 30 * dayMs;
/** Batches between two checks that the user who started the import still may. */
const batchesPerLook = 20;

/** The import status in which each step has work; a later job finds it done. */
const stateOf: Readonly<Record<ImportStep, ImportRow["status"] | undefined>> = {
  inspect: "inspecting",
  check: "checking",
  import: "importing",
  undo: "undoing",
  drop: undefined,
};

/** The operation whose permission each step requires while it runs. */
const needOf = { inspect: "upload", check: "check", import: "start", undo: "undo", drop: "cancel" } as const;

/** Inspects, checks, imports and reverts files of orders. Every step is idempotent. */
export const orderImportWorker = (platform: Platform, files: FileStore): JobWorker =>
  defineWorker({
    queue: importQueue,
    schema: z.object({
      merchantId: z.string(),
      importId: z.string(),
      step: z.enum(["inspect", "check", "import", "undo", "drop"]),
    }),
    concurrency: 2,
    retry: { limit: retries, delaySeconds: 5, delaySecondsMax: 60 },
    expireSeconds: 21_600,
    handle: async (job, { step, ...ref }) => {
      const row = await readImport(job.db, ref);
      const state = stateOf[step];
      if (!row) return;
      // The node died between the last order and the removal of the file.
      if (step === "import" && row.status === "done") return removeFile(files, row);
      if (state !== undefined && row.status !== state) return;
      const { db, signal, spine } = job;
      const desk = { db, seals: spine.seals, files, now: () => platform.clock.now(), signal };
      try {
        await takeStep(desk, job, row, step);
      } catch (error) {
        await settle(desk, job, row, error);
      }
    },
  });

async function takeStep(desk: ImportContext, job: JobContext, row: ImportRow, step: ImportStep): Promise<void> {
  if (step === "drop") return removeFile(desk.files, row);
  await assertStillAllowed(job, row, step);
  if (step === "inspect") return inspectFile(desk, row);
  if (step === "check") return checkFile(desk, row);
  if (step === "undo") return undoOrders(desk, row);
  let at = row;
  for (let batch = 1; ; batch += 1) {
    const next = await importBatch(desk, at);
    if (!next) break;
    at = next;
    if (batch % batchesPerLook === 0) await assertStillAllowed(job, row, step);
  }
  await finishImport(desk, at);
  // The orders are imported: the file is no longer needed.
  await removeFile(desk.files, row);
}

class NotAllowed extends Error {}

/** Stops the work of a user who lost the permission or the merchant meanwhile. */
async function assertStillAllowed(job: JobContext, row: ImportRow, step: ImportStep): Promise<void> {
  const actor = await actorOfUser(job.db, row.workerUserId ?? 0);
  if (!actor || !holds(actor, permissionOf(orderImport.name, needOf[step]))) throw new NotAllowed();
  if (!(await isInReach({ actor, db: job.db }, row.id))) throw new NotAllowed();
}

async function settle(desk: ImportContext, job: JobContext, row: ImportRow, error: unknown): Promise<void> {
  if (desk.signal.aborted) throw error;
  if (error instanceof ImportStopped) return;
  const isFinal = error instanceof UnreadableFile || error instanceof NotAllowed || job.attempt >= retries;
  if (!isFinal) throw error;
  const failure =
    error instanceof UnreadableFile ? error.failure : error instanceof NotAllowed ? "noLongerAllowed" : "unexpected";
  if (failure === "unexpected") job.logger.error({ err: error, importId: row.id }, "an import of orders failed");
  const failureRow = error instanceof UnreadableFile ? error.row : null;
  const isReading = row.status === "inspecting" || row.status === "checking";
  // Imported orders stay: the import can be continued or reverted.
  const status = isReading ? "failed" : "stopped";
  await noteProgress(desk.db, { merchantId: row.merchantId, importId: row.id }, row.status, {
    status,
    failure,
    failureRow,
  });
}

/** Retention sweeps of imports: row verdicts and abandoned files. */
export const orderImportSweeps = (files: FileStore): readonly RetentionSweep[] => [
  {
    name: "rows of order imports",
    run: (db, now) => inBatches(() => removeOldRows(db, new Date(now.getTime() - rowsKeptMs).toISOString(), batchRows)),
  },
  {
    name: "idle order imports",
    run: async (db, now) => {
      const idle = await idleImports(db, new Date(now.getTime() - idleMs).toISOString(), batchRows);
      for (const { merchantId, importId, parts, status } of idle) {
        await removeFile(files, { id: importId, parts });
        await noteProgress(db, { merchantId, importId }, status, { status: "canceled", finishTime: now.toISOString() });
      }
      return idle.length;
    },
  },
];
