import { z } from "zod";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { forEachFound, type SweepJob } from "../../../platform/jobs/for-each-found.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { dueUnpriced, priceBooked, priceOrPostpone, pricingQueue } from "../capture-booking/index.ts";
import { type AttemptRef, captureQueue, releaseQueue } from "../order-outcome/index.ts";
import {
  expireOrder,
  forgetTurns,
  inBackground,
  type OrderNode,
  type Requester,
  sendCapture,
  sendRelease,
} from "../order-processing/index.ts";
import type { OrderRef } from "../order-record/index.ts";
import { attemptQueryQueue } from "../payment-attempt/index.ts";
import { isOverdue, queryAttempt, syncOrder } from "./order-query.service.ts";
import { expiredOrders, forgetMerchantFailures, overdueAttempts, postponeMerchant } from "./order-sweep.store.ts";
import { sendTwinRelease } from "./order-twin.service.ts";

const Ref = z.object({ merchantId: z.string(), orderId: z.string(), attemptId: z.string() });

const TwinRelease = z.object({
  upstreamIntentId: z.string().nullable(),
  upstreamAttemptId: z.string(),
  tries: z.number().default(0),
});

/** Most orders and attempts per sweep; the next sweep continues. */
const sweepMax = 500;
/** Grace period in milliseconds: a query that is due now is left to its own job. */
const graceMs = 10_000;
/** Payments processed concurrently on one node. */
const concurrency = 8;

interface SweptKind {
  readonly merchantId: string;
  readonly orderId: string;
  readonly attemptId?: string;
}

const objectOf = ({ merchantId, orderId, attemptId = orderId }: SweptKind) => ({ merchantId, objectId: attemptId });

/**
 * Runs one action for everything that a sweep found. A failing item is postponed and reported at its first failure;
 * failures of items that succeeded now are cleared at the end, all at once.
 */
async function inTurn<T extends SweptKind>(
  { node, caller, job }: { readonly node: OrderNode; readonly caller: Requester; readonly job: SweepJob },
  found: readonly (T & { readonly hasFailed: boolean })[],
  work: (ref: T) => Promise<unknown>,
): Promise<void> {
  const mended: ReturnType<typeof objectOf>[] = [];
  await forEachFound(job, found, concurrency, async (ref) => {
    try {
      await work(ref);
    } catch (error) {
      const tries = await postponeMerchant(node.db, objectOf(ref), node.clock.now());
      if (tries === 1) await transact(node, caller, (ctx) => tellOfFailure(ctx, ref, error));
      throw error;
    }
    if (ref.hasFailed) mended.push(objectOf(ref));
  });
  if (mended.length > 0) await forgetMerchantFailures(node.db, mended);
}

const tellOfFailure = (ctx: Context, { merchantId, orderId, attemptId }: SweptKind, error: unknown): Promise<void> =>
  recordException(ctx, {
    source: "job",
    eventType: "order.sweepFailed",
    objectType: "order",
    objectId: orderId,
    merchantId,
    level: "error",
    message: `order.sweep: ${error instanceof Error ? error.message : String(error)}`,
    payload: { orderId, attemptId: attemptId ?? null },
  });

/**
 * The workers of orders. Queries, captures and releases have jobs of their own. The sweep handles what a crashed
 * process left behind and what ends by time: attempts without an answer, payers who did not return, expired orders and
 * authorisations.
 */
export function orderWorkers(platform: Platform, connectorOf: (code: string) => Connector): readonly JobWorker[] {
  const nodeOf = ({ spine }: JobContext): OrderNode => ({ ...spine, platform, connectorOf });
  return [
    defineWorker({
      queue: attemptQueryQueue,
      schema: Ref.extend({ asked: z.boolean().default(false) }),
      concurrency,
      handle: async (job, { asked, ...ref }) => {
        await queryAttempt(nodeOf(job), inBackground(attemptQueryQueue), ref, { onlyIfDue: !asked });
      },
    }),
    defineWorker({
      queue: captureQueue,
      schema: Ref.extend({ captureId: z.string(), ifUnsent: z.boolean().default(false) }),
      concurrency: 4,
      handle: async (job, { ifUnsent, ...ref }) => {
        await sendCapture(nodeOf(job), inBackground(captureQueue), ref, { ifUnsent });
      },
    }),
    defineWorker({
      queue: releaseQueue,
      schema: Ref.extend({ twin: TwinRelease.optional() }),
      concurrency: 4,
      // Hourly, for longer than any authorisation is valid.
      retry: { limit: 200, delaySeconds: 30, delaySecondsMax: 3_600 },
      handle: async (job, { twin, ...ref }) => {
        if (twin) await sendTwinRelease(nodeOf(job), inBackground(releaseQueue), ref, twin);
        else await sendRelease(nodeOf(job), inBackground(releaseQueue), ref);
      },
    }),
    defineWorker({
      queue: pricingQueue,
      schema: z.object({ merchantId: z.string(), captureId: z.string() }),
      handle: async (job, ref) => {
        await transact(nodeOf(job), inBackground(pricingQueue), (ctx) => priceBooked(ctx, ref));
      },
    }),
    defineWorker({
      queue: "order.sweep",
      schema: z.looseObject({}),
      schedule: { cron: "* * * * *" },
      handle: async (job) => sweepOrders(nodeOf(job), job),
    }),
  ];
}

/** Queries the gateway about an attempt; one without an answer stays overdue and is postponed. */
async function askOverdue(node: OrderNode, caller: Requester, ref: AttemptRef): Promise<void> {
  const asked = await queryAttempt(node, caller, ref);
  if (asked && isOverdue(asked.attempt, node.clock.now()))
    throw new Error(`the gateway does not say what became of ${asked.attempt.attemptNo}`);
}

/**
 * Closes an order whose time is over, once its gateways said what became of it: what was paid in time is no late payment,
 * also where no notification told of it. Throws while they do not say, for the sweep to come back to it.
 */
async function askAndExpire(node: OrderNode, caller: Requester, ref: OrderRef): Promise<void> {
  if (!(await syncOrder(node, caller, ref)))
    throw new Error(`the gateway does not say whether the order ${ref.orderId} was paid in time`);
  await expireOrder(node, caller, ref);
}

/** One round: overdue queries, expired orders, then unpriced captures. */
export async function sweepOrders(node: OrderNode, job: SweepJob, max = sweepMax): Promise<void> {
  const caller = inBackground("order.sweep");
  const now = node.clock.now();
  const overdue = await overdueAttempts(node.db, new Date(now.getTime() - graceMs), now, max);
  const sweeping = { node, caller, job };
  await inTurn(sweeping, overdue, (ref) => askOverdue(node, caller, ref));
  const over = await expiredOrders(node.db, now, max);
  await inTurn(sweeping, over, (ref) => askAndExpire(node, caller, ref));
  const unpriced = await dueUnpriced(node.db, now, max);
  await forEachFound(job, unpriced, concurrency, (row) => priceOrPostpone(node, caller, row));
  await forgetTurns(node.db, now);
}
