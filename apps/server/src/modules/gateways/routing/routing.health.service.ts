import type { JobEvent } from "@countinghouse/contract/platform/job-events.ts";
import { systemActor } from "../../../platform/access/actor.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import {
  afterCalls,
  afterProbe,
  type HealthState,
  hasApprovalFallen,
  isProbeDue,
  windowStart,
} from "./routing.health.policy.ts";
import { readApprovalHours, readWatched, readWindow, saveState, type WatchedAccount } from "./routing.health.store.ts";

/** Probes a gateway account without moving money. */
export type AccountProbe = (gatewayAccountId: string) => Promise<boolean>;

type Looking = Pick<JobContext, "db" | "inCommand" | "logger">;

/**
 * Checks every account that was called lately or is not healthy: judges its calls, and probes those that are down.
 * Probes run outside every transaction and never use a payer's payment.
 */
export async function checkAccountHealth(job: Looking, probe: AccountProbe, now: Date): Promise<void> {
  const nowMs = now.getTime();
  for (const account of await readWatched(job.db, nowMs)) {
    const { state } = account;
    const window = await readWindow(job.db, account.id, windowStart(state, nowMs));
    const judged = afterCalls(state, window, nowMs);
    const next = isProbeDue(judged, nowMs) ? afterProbe(judged, await isBack(job, probe, account), nowMs) : judged;
    if (next !== state) await store(job, account, next);
  }
}

async function isBack({ logger }: Looking, probe: AccountProbe, { id }: WatchedAccount): Promise<boolean> {
  try {
    return await probe(id);
  } catch (error) {
    logger.warn({ err: error, gatewayAccountId: id }, "a gateway account could not be asked whether it is back");
    return false;
  }
}

/** Stores a new state; a deterioration is reported in the inbox. */
async function store(job: Looking, account: WatchedAccount, next: HealthState): Promise<void> {
  await job.inCommand(
    async (ctx) => {
      const isStored = await saveState(ctx, account, next);
      if (!isStored || next.health !== "down" || account.state.health === "down") return;
      await recordException(ctx, {
        source: "connector",
        eventType: "gateway_account.down",
        level: "critical",
        message: `Gateway account ${account.name} is down: ${next.cause}`,
        objectType: "gatewayAccount",
        objectId: account.id,
      });
    },
    of(account, "routing.judgeHealth"),
  );
}

const of = ({ tenantId, id }: Pick<WatchedAccount, "tenantId" | "id">, event: JobEvent) => ({
  actor: { ...systemActor, tenantId },
  event,
  input: { gatewayAccountId: id },
});

/** Reports approvals of the last hour that fell far below the usual level. Routing is unaffected. */
export async function reportFallenApprovals(job: Looking, now: Date): Promise<void> {
  for (const hour of await readApprovalHours(job.db, now.getTime())) {
    if (!hasApprovalFallen(hour)) continue;
    const { accountId, tenantId, name, attempts, approved } = hour;
    await job.inCommand(
      (ctx) =>
        recordException(ctx, {
          source: "connector",
          eventType: "gateway_account.approvals_fallen",
          level: "warning",
          message: `Approvals of gateway account ${name} have fallen: ${approved} of ${attempts} in the last hour`,
          objectType: "gatewayAccount",
          objectId: accountId,
        }),
      of({ id: accountId, tenantId }, "routing.tellFallenApprovals"),
    );
  }
}
