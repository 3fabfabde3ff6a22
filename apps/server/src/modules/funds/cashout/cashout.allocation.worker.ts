import { fromWire } from "@countinghouse/money/wire.ts";
import { z } from "zod";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext, JobRuntime } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { inBackground } from "../../payments/order-processing/index.ts";
import { isAllocated } from "../allocation/index.ts";
import { lockedBalances } from "../ledger/index.ts";
import { recordAllocation } from "../outbound/index.ts";
import { leaving } from "./cashout.execution.service.ts";
import { type CashoutRef, lockCashout, unallocated } from "./cashout.store.ts";

const queue = "cashout.allocate";

/** Withdrawals per run; the next run continues. */
const roundMax = 500;

/**
 * Records the batches of a withdrawal without allocations; false where another node did so meanwhile, or its seal does
 * not match.
 */
async function allocate(ctx: Context, ref: CashoutRef): Promise<boolean> {
  await lockedBalances(ctx, { merchantId: ref.merchantId, book: ref.mode });
  const row = await lockCashout(ctx, ref);
  const isOver = row.status === "paid" || row.status === "returned";
  if (!isOver || (await isAllocated(ctx, { ...ref, sourceType: "cashout", sourceId: row.id }))) return false;
  if (!(await ctx.seals.isGenuine(ctx.db, "cashouts", row))) return false;
  const isBack = row.status === "returned";
  await recordAllocation(ctx, leaving(row), isBack ? fromWire(row.sentAmount, row.currency) : undefined);
  return true;
}

/**
 * Records the settled batches of withdrawals that were paid before allocations existed: oldest first, from what is
 * left of the batches; any remainder belongs to no batch. Idempotent. Answers how many there were.
 */
export async function allocatePaid(
  spine: JobRuntime,
  { logger, signal }: Pick<JobContext, "logger" | "signal">,
): Promise<number> {
  let noted = 0;
  for (const ref of await unallocated(spine.db, roundMax)) {
    if (signal.aborted) break;
    if (await transact(spine, inBackground(queue), (ctx) => allocate(ctx, ref))) noted += 1;
    else logger.warn({ cashoutId: ref.id }, "a withdrawal was left without the batches it is of");
  }
  return noted;
}

/**
 * Runs hourly: an upgraded installation has its withdrawals allocated within an hour; any other has none to allocate.
 */
export const cashoutAllocationWorker: JobWorker = defineWorker({
  queue,
  schema: z.looseObject({}),
  schedule: { cron: "7 * * * *" },
  handle: async (job) => {
    await allocatePaid(job.spine, job);
  },
});
