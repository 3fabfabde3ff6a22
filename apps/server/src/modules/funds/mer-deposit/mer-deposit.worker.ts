import { closingHoldDays, negativeDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { z } from "zod";
import type { Context } from "../../../platform/http/context.ts";
import type { CommandOptions, JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { coverLossesAutomatically } from "./deposit-use.service.ts";
import { extendForClosing, releaseDue } from "./mer-deposit.service.ts";
import { closingHolds, dueDeposits } from "./mer-deposit.store.ts";
import { noteNegative, noteRecovered } from "./negative-balance.service.ts";
import { negativesSince, newNegativeBalances, overNegatives } from "./negative-balance.store.ts";

/** Most items per run; the next run continues. */
const atOnce = 5_000;

interface DepositSweepItem {
  readonly merchantId: string;
  readonly id?: string;
}

/** Processes each item in its own transaction; failures are logged and do not stop the others. */
async function forEach<T extends DepositSweepItem>(
  job: JobContext,
  all: readonly T[],
  event: CommandOptions["event"],
  work: (ctx: Context, one: T) => Promise<void>,
): Promise<void> {
  for (const one of all) {
    if (job.signal.aborted) return;
    try {
      await job.inCommand((ctx) => work(ctx, one), { event, input: one });
    } catch (error) {
      const { merchantId, id } = one;
      job.logger.error({ err: error, event, merchantId, id }, "a hold was left for later");
      await job.inCommand(
        (ctx) =>
          recordException(ctx, {
            source: "ledger",
            eventType: "deposit.jobFailed",
            objectType: "merDeposit",
            objectId: one.id ?? one.merchantId,
            merchantId: one.merchantId,
            level: "error",
            message: `${event}: ${error instanceof Error ? error.message : String(error)}`,
            payload: { event },
          }),
        { event },
      );
    }
  }
}

/** Extends the holds of closing merchants before they fall due. */
const keepClosing = async (job: JobContext): Promise<void> =>
  forEach(job, await closingHolds(job.db, closingHoldDays, atOnce), "merDeposit.extend", extendForClosing);

/** Releases holds due today, and uses holds for balances that have been negative for two weeks. */
const releaseWorker = defineWorker({
  queue: "deposit-release",
  schema: z.object({}),
  schedule: { cron: "0 10 * * *" },
  handle: async (job) => {
    await keepClosing(job);
    const day = job.now.toISOString().slice(0, 10);
    await forEach(job, await dueDeposits(job.db, day, atOnce), "merDeposit.release", releaseDue);
    const before = new Date(job.now.getTime() - negativeDays.offset * 86_400_000);
    const fallen = (await negativesSince(job.db, before, atOnce)).map(({ merchantId, id, mode, currency }) => ({
      merchantId,
      id,
      book: mode,
      currency,
    }));
    await forEach(job, fallen, "merDeposit.use", coverLossesAutomatically);
  },
});

/** Records balances that became negative or recovered, and merchants that close. */
const watchWorker = defineWorker({
  queue: "deposit-watch",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *" },
  handle: async (job) => {
    await keepClosing(job);
    await forEach(job, await overNegatives(job.db, atOnce), "merDeposit.watchBalances", noteRecovered);
    await forEach(job, await newNegativeBalances(job.db, atOnce), "merDeposit.watchBalances", noteNegative);
  },
});

/** Automatic work on reserve holds and negative balances. */
export const merDepositWorkers: readonly JobWorker[] = [releaseWorker, watchWorker];
