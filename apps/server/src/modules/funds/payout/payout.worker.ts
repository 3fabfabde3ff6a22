import { z } from "zod";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";
import { inBackground, type OrderNode } from "../../payments/order-processing/index.ts";
import { accountCheckQueue } from "../payout-account/index.ts";
import { checkAccount } from "./account-check.service.ts";
import { askPayout, followPayout, type PayoutOwners, sendPayout } from "./payout.call.service.ts";
import { payoutAskQueue, payoutQueue } from "./payout.service.ts";
import { overduePayouts, postponePayout } from "./payout.store.ts";

const Ref = z.object({ merchantId: z.string(), payoutId: z.string() });

/** Most transfers per sweep; the next sweep continues. */
const sweepMax = 500;
/** Pause after a failure on our side, in milliseconds. */
const afterFailureMs = 10 * 60_000;

/** The workers of transfers. Sends have jobs of their own; the sweep handles what a crashed process left behind. */
export function payoutWorkers(
  platform: Platform,
  connectorOf: (code: string) => Connector,
  owners: PayoutOwners,
): readonly JobWorker[] {
  const nodeOf = ({ spine }: JobContext): OrderNode => ({ ...spine, platform, connectorOf });
  return [
    defineWorker({
      queue: payoutQueue,
      schema: Ref,
      handle: async (job, ref) => sendPayout(nodeOf(job), inBackground(payoutQueue), owners, ref),
    }),
    defineWorker({
      queue: payoutAskQueue,
      schema: Ref,
      handle: async (job, ref) => askPayout(nodeOf(job), inBackground(payoutAskQueue), owners, ref),
    }),
    defineWorker({
      queue: accountCheckQueue,
      schema: z.object({ id: z.string(), version: z.number() }),
      handle: async (job, account) => checkAccount(nodeOf(job), inBackground(accountCheckQueue), account),
    }),
    defineWorker({
      queue: "payout.sweep",
      schema: z.looseObject({}),
      schedule: { cron: "* * * * *" },
      handle: async (job) => sweepPayouts(nodeOf(job), job, owners),
    }),
  ];
}

/** One round over due transfers; one that fails is left for later. */
export async function sweepPayouts(
  node: OrderNode,
  { logger, signal }: Pick<JobContext, "logger" | "signal">,
  owners: PayoutOwners,
): Promise<void> {
  const caller = inBackground("payout.sweep");
  for (const payout of await overduePayouts(node.db, node.clock.now(), sweepMax)) {
    if (signal.aborted) return;
    try {
      await followPayout(node, caller, owners, payout);
    } catch (error) {
      logger.error({ err: error, payoutNo: payout.payoutNo }, "a payout was left for later");
      await postponePayout(node.db, payout, new Date(node.clock.now().getTime() + afterFailureMs));
    }
  }
}
