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
/** How long rows that asked for nothing are kept after their file ended. */
const rowsKeptMs = 90 * dayMs;
/** How long a file waits for somebody to decide. */
const idleMs = 30 * dayMs;
/** Rows between two looks at whether whoever started it still may. */
const rowsPerLook = 50;

/** State in which each step has something to do; a job that comes later finds it done. */
const stateOf = { check: "checking", run: "running" } as const;
/** The operation whose permission each step needs while it is at work. */
const needOf = { check: "add", run: "start" } as const;

/** Looks at the rows of files of refunds, and asks for the refunds of those that somebody started. */
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

/** The desk of whoever started the work, as long as that person may: who lost the permission does no more of it. */
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
    // What was asked for stays: it can be gone on with.
    status: file.status === "checking" ? "failed" : "stopped",
    failure: isAllowed ? "unexpected" : "noLongerAllowed",
  });
}

/** What is no longer kept of files of refunds: rows that asked for nothing, and files that nobody decided on. */
export const refundImportSweep: RetentionSweep = {
  name: "files of refunds",
  run: async (db, now) => {
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const ended = await inBatches(() => endIdleFiles(db, before(idleMs), now, batchRows));
    return ended + (await inBatches(() => removeOldRows(db, before(rowsKeptMs), batchRows)));
  },
};
