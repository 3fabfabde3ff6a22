import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { z } from "zod";
import { holds } from "../../../platform/access/permission.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { batchRows, inBatches, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { actorOfUser } from "../../operations/job-run/index.ts";
import { inBackground } from "../order-processing/index.ts";
import { dryRun, type RefundImportContext, RefundImportStopped } from "./refund-dry-run.service.ts";
import { type RefundFileStep, refundImportQueue } from "./refund-import.service.ts";
import {
  endIdleFiles,
  isInReach,
  localeOf,
  noteProgress,
  type RefundFileRow,
  readFile,
  refOfFile,
} from "./refund-import.store.ts";
import { removeOldRows } from "./refund-row.store.ts";
import { askNext } from "./refund-run.service.ts";

const retries = 4;
const dayMs = 86_400_000;
/** Retention of rows without a refund after their file ended, in milliseconds. */
const rowsKeptMs = 90 * dayMs;
/** How long a file waits for a decision, in milliseconds. */
const idleMs = 30 * dayMs;
/** Rows between two checks that the user who started it still may. */
const rowsPerLook = 50;

/** The status in which each step has work; a later job finds it done. */
const stateOf = { check: "checking", run: "running" } as const;
/** The operation whose permission each step requires while it runs. */
const needOf = { check: "add", run: "start" } as const;

/** Checks the rows of refund files, and requests the refunds of started ones. */
export const refundImportWorker: JobWorker = defineWorker({
  queue: refundImportQueue,
  schema: z.object({ merchantId: z.string(), importId: z.string(), step: z.enum(["check", "run"]) }),
  concurrency: 2,
  retry: { limit: retries, delaySeconds: 5, delaySecondsMax: 60 },
  expireSeconds: 21_600,
  handle: async (job, { step, ...ref }) => {
    const file = await readFile(job.db, ref);
    if (file?.status !== stateOf[step]) return;
    try {
      await takeStep(job, file, step);
    } catch (error) {
      await settle(job, file, error);
    }
  },
});

class NotAllowed extends Error {}

/** The processing context of the user who started the step, while that user holds the permission. */
async function deskOf(
  { db, spine, signal }: JobContext,
  file: RefundFileRow,
  step: RefundFileStep,
): Promise<RefundImportContext> {
  const actor = await actorOfUser(db, file.workerUserId ?? 0);
  if (!actor || !holds(actor, permissionOf(refundImport.name, needOf[step]))) throw new NotAllowed();
  if (!(await isInReach({ actor, db }, file.id))) throw new NotAllowed();
  const { request } = inBackground(refundImportQueue);
  return { spine, signal, caller: { actor, request: { ...request, locale: localeOf(file) } } };
}

async function takeStep(job: JobContext, file: RefundFileRow, step: RefundFileStep): Promise<void> {
  if (step === "check") return dryRun(await deskOf(job, file, step), file);
  let desk = await deskOf(job, file, step);
  for (let row = 1; await askNext(desk, file); row += 1)
    if (row % rowsPerLook === 0) desk = await deskOf(job, file, step);
  const finishTime = desk.spine.clock.now().toISOString();
  await noteProgress(job.db, refOfFile(file), "running", { status: "done", finishTime });
}

async function settle(job: JobContext, file: RefundFileRow, error: unknown): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof RefundImportStopped) return;
  const isAllowed = !(error instanceof NotAllowed);
  if (isAllowed && job.attempt < retries) throw error;
  if (isAllowed) job.logger.error({ err: error, importId: file.id }, "a file of refunds broke off");
  await noteProgress(job.db, refOfFile(file), file.status, {
    // Requested refunds stay: the file can be continued.
    status: file.status === "checking" ? "failed" : "stopped",
    failure: isAllowed ? "unexpected" : "noLongerAllowed",
  });
}

/** Retention sweep of refund files: rows without a refund, and files without a decision. */
export const refundImportSweep: RetentionSweep = {
  name: "files of refunds",
  run: async (db, now) => {
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const ended = await inBatches(() => endIdleFiles(db, before(idleMs), now, batchRows));
    return ended + (await inBatches(() => removeOldRows(db, before(rowsKeptMs), batchRows)));
  },
};
