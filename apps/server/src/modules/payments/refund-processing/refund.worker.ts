import { z } from "zod";
import { transact } from "../../../platform/db/transact.ts";
import { forEachFound, type SweepJob } from "../../../platform/jobs/for-each-found.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { inBackground, type OrderNode, type Requester } from "../order-processing/index.ts";
import { dueReturnQueue, duesToReturn } from "../payment-due/index.ts";
import { overdueRefunds, postponeRefund, type RefundRow, refOf } from "../refund-record/index.ts";
import { askRefund, followRefund, sendRefund } from "./refund-call.service.ts";
import { returnDueAutomatically } from "./refund-due.service.ts";
import { refundAskQueue } from "./refund-outcome.service.ts";
import { refundQueue } from "./refund-request.service.ts";

const Ref = z.object({ merchantId: z.string(), orderId: z.string(), refundId: z.string() });
const Asked = Ref.extend({ upstreamRefundId: z.string().optional() });

/** Most refunds per sweep; the next sweep continues. */
const sweepMax = 500;
/** Most unapplied payments per sweep; those left to people stay among them. */
const sweptDuesMax = 10_000;
/** Refunds processed concurrently on one node. */
const concurrency = 4;
/** Pause after a failure on our side, in milliseconds. */
const afterFailureMs = 10 * 60_000;

/** The workers of refunds. Sends have jobs of their own; the sweep handles what a crashed process left behind. */
export function refundWorkers(platform: Platform, connectorOf: (code: string) => Connector): readonly JobWorker[] {
  const nodeOf = ({ spine }: JobContext): OrderNode => ({ ...spine, platform, connectorOf });
  return [
    defineWorker({
      queue: refundQueue,
      schema: Ref,
      concurrency,
      handle: async (job, ref) => {
        await sendRefund(nodeOf(job), inBackground(refundQueue), ref);
      },
    }),
    defineWorker({
      queue: refundAskQueue,
      schema: Asked,
      concurrency,
      handle: async (job, ref) => {
        await askRefund(nodeOf(job), inBackground(refundAskQueue), ref);
      },
    }),
    defineWorker({
      queue: dueReturnQueue,
      schema: z.object({ merchantId: z.string(), dueId: z.string() }),
      concurrency,
      // A capture booked without a price gets one soon.
      retry: { limit: 12, delaySeconds: 60, delaySecondsMax: 3_600 },
      handle: async (job, ref) => refundDue(nodeOf(job), ref),
    }),
    defineWorker({
      queue: "refund.due-sweep",
      schema: z.looseObject({}),
      schedule: { cron: "17 * * * *" },
      handle: async (job) => sweepDues(nodeOf(job), job),
    }),
    defineWorker({
      queue: "refund.sweep",
      schema: z.looseObject({}),
      schedule: { cron: "* * * * *" },
      handle: async (job) => sweepRefunds(nodeOf(job), job),
    }),
  ];
}

/** Returns an unapplied payment automatically and sends the refund at once. */
export async function refundDue(
  node: OrderNode,
  ref: { readonly merchantId: string; readonly dueId: string },
): Promise<void> {
  const caller = inBackground(dueReturnQueue);
  const made = await transact(node, caller, (ctx) => returnDueAutomatically(ctx, ref));
  if (made) await sendRefund(node, caller, refOf(made));
}

/** One round over returnable payments: those that could not be sent when reported are sent once they can. */
export async function sweepDues(node: OrderNode, job: SweepJob): Promise<void> {
  await forEachFound(job, await duesToReturn(node, sweptDuesMax), concurrency, (due) => refundDue(node, due));
}

/** One round over due refunds, several concurrently; one that fails is postponed. */
export async function sweepRefunds(node: OrderNode, job: SweepJob, max = sweepMax): Promise<void> {
  const caller = inBackground("refund.sweep");
  const waiting = await overdueRefunds(node.db, node.clock.now(), max);
  await forEachFound(job, waiting, concurrency, (refund) => followOne(node, caller, refund));
}

async function followOne(node: OrderNode, caller: Requester, refund: RefundRow): Promise<void> {
  try {
    await followRefund(node, caller, refund);
  } catch (error) {
    const { merchantId, orderId, refundNo } = refund;
    await postponeRefund(node.db, refund, new Date(node.clock.now().getTime() + afterFailureMs));
    await transact(node, caller, (ctx) =>
      recordException(ctx, {
        source: "job",
        eventType: "refund.sweepFailed",
        objectType: "order",
        objectId: orderId,
        merchantId,
        level: "error",
        message: `refund.sweep: ${error instanceof Error ? error.message : String(error)}`,
        payload: { refundNo },
      }),
    );
    throw error;
  }
}
