import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { z } from "zod";
import { systemActor } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import {
  booksWithOpenBatches,
  markBlocked,
  openBatchesOf,
  type SettlementBatchRow,
  type SettlementBook,
  uncollectedBooks,
} from "./settlement-batch.store.ts";
import { closeNext, closesAt, collectBatches, isCutoffReached, termsOf } from "./settlement-close.service.ts";
import { markSettledOrders, settledOrdersQueue } from "./settlement-order.service.ts";
import { confirmBatch, settleBatch } from "./settlement-step.service.ts";
import { blockOf, dayIn } from "./settlements.policy.ts";

/** What a round over the batches needs of its job. */
export type SettlementSweep = Pick<JobContext, "db" | "now" | "spine" | "signal" | "logger" | "inCommand">;

/** The workers of settlements. Batches are made, closed and settled beside the payments, which know nothing of them. */
export const settlementWorkers: readonly JobWorker[] = [
  defineWorker({
    queue: "settlement.sweep",
    schema: z.looseObject({}),
    schedule: { cron: "*/5 * * * *" },
    handle: sweepSettlements,
  }),
  defineWorker({
    queue: settledOrdersQueue,
    schema: z.object({ merchantId: z.string(), batchId: z.string() }),
    retry: { limit: 5, delaySeconds: 60 },
    handle: ({ db }, batch) => markSettledOrders(db, batch),
  }),
];

/** What batches are read by outside of a transaction. */
const readingOf = ({ db, now, spine }: SettlementSweep) => ({ db, now, actor: systemActor, seals: spine.seals });

/**
 * One round: begins batches for what falls due, closes those whose time has come, and confirms and settles those of
 * merchants who are settled by themselves. What fails keeps back what comes after it in its merchant's book and currency.
 */
export async function sweepSettlements(job: SettlementSweep): Promise<void> {
  for (const place of await uncollectedBooks(job.db)) {
    if (job.signal.aborted) return;
    await attempt(job, place, undefined, () =>
      job.inCommand((ctx) => collectBatches(ctx, place), { event: "settlements.collect", input: place }),
    );
  }
  // Every zone of the world has come to its day by then, and a batch is closed on the day before its own.
  const upTo = addDays(job.now.toISOString().slice(0, 10), 2);
  for (const place of await booksWithOpenBatches(job.db, upTo)) {
    if (job.signal.aborted) return;
    await advance(job, place);
  }
}

/** Takes the batches of a place as far as they go today, in the order of their days. */
async function advance(job: SettlementSweep, place: SettlementBook): Promise<void> {
  const reading = readingOf(job);
  for (const batch of await openBatchesOf(reading, place)) {
    const isDone = await attempt(job, place, batch, () => step(job, place, batch));
    if (!isDone) return;
  }
}

type SweepStep = "wait" | "done";

/** The steps of one batch whose time has come. Each is a transaction of its own. */
async function step(job: SettlementSweep, place: SettlementBook, batch: SettlementBatchRow): Promise<SweepStep> {
  const reading = readingOf(job);
  const terms = await termsOf(reading, place);
  const ref = { merchantId: place.merchantId, mode: place.mode, id: batch.id };
  const input = { id: batch.id };
  let { status } = batch;
  if (status === "open") {
    if ((await closesAt(reading, batch, terms)) > job.now) return "wait";
    const close = (ctx: Context) => closeNext(ctx, place, { isDue: isCutoffReached(ctx), only: batch.id });
    const closed = await job.inCommand(close, { event: "settlements.close", input });
    if (!closed) return "wait";
    status = closed.status;
  }
  if (!terms.autoSettle) return "done";
  if (status === "closed") {
    await job.inCommand((ctx) => confirmBatch(ctx, ref, { issues: true }), { event: "settlements.confirm", input });
    status = "confirmed";
  }
  const isDue = batch.holdReason === null && batch.date <= dayIn(terms.zone, job.now);
  if (status === "confirmed" && isDue)
    await job.inCommand((ctx) => settleBatch(ctx, ref), { event: "settlements.settle", input });
  return "done";
}

/** Does a step, and says what keeps it where it is refused or fails. Answers whether the batches behind it may go on. */
async function attempt(
  job: SettlementSweep,
  place: SettlementBook,
  batch: SettlementBatchRow | undefined,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    return (await work()) !== "wait";
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    // It waits for people, who know of it: nothing is kept back that comes after it.
    if (batch && code === "settlements.onHold") {
      await markBlocked(job.db, batch, "on_hold");
      return true;
    }
    const { merchantId, mode, currency } = place;
    const blockedBy = blockOf(code);
    const isNews = batch ? await markBlocked(job.db, batch, blockedBy) : true;
    job.logger.error({ err: error, merchantId, batchNo: batch?.batchNo }, "a settlement was left for later");
    if (!isNews) return false;
    await job.inCommand(
      (ctx) =>
        recordException(ctx, {
          source: "job",
          eventType: "settlement.blocked",
          objectType: "settlement",
          objectId: batch?.id ?? null,
          merchantId,
          level: "error",
          message: `settlement.sweep: ${error instanceof Error ? error.message : String(error)}`,
          payload: { batchNo: batch?.batchNo ?? null, mode, currency, blockedBy },
        }),
      { event: "settlements.block", input: { id: batch?.id ?? null } },
    );
    return false;
  }
}
