import type { Platform } from "../../../platform/platform.ts";
import { CallTally, type GatewayCall } from "./routing.calls.policy.ts";
import { writeTally } from "./routing.calls.store.ts";

/** How long a node counts before it writes. */
const writeEveryMs = 1_000;

type Counting = Pick<Platform, "db" | "clock" | "logger">;

interface Window {
  tally: CallTally;
  timer: NodeJS.Timeout | undefined;
}

/** What each node of this process has counted and not written yet. */
const windows = new WeakMap<Counting["db"], Window>();

const windowOf = ({ db }: Counting): Window => {
  const window = windows.get(db) ?? { tally: new CallTally(), timer: undefined };
  windows.set(db, window);
  return window;
};

/**
 * Notes how a call to a gateway account went, and what a payment that it decided counts for. It takes no time and no
 * lock: a node counts in memory and adds its sums to the database once a second, so that no payment waits for another
 * because both went over the same account. Caps therefore let through what was decided within that second on all nodes,
 * and a node that is killed forgets at most its last second.
 */
export function recordCall(platform: Counting, gatewayAccountId: string, call: GatewayCall): void {
  const window = windowOf(platform);
  window.tally.add(gatewayAccountId, call);
  window.timer ??= setTimeout(() => void flushCalls(platform), writeEveryMs).unref();
}

/** Writes at once what was counted; what cannot be written is kept for the next time. */
export async function flushCalls(platform: Counting): Promise<void> {
  const window = windowOf(platform);
  clearTimeout(window.timer);
  window.timer = undefined;
  const { tally } = window;
  if (tally.isEmpty) return;
  window.tally = new CallTally();
  try {
    await writeTally(platform.db, tally, platform.clock.now());
  } catch (error) {
    // Amounts count against caps and are kept. How old calls went tells nothing any more.
    for (const usage of tally.usages.values()) window.tally.addUsage(usage);
    for (const count of tally.approvals.values()) window.tally.addApprovals(count);
    platform.logger.warn({ reason: (error as Error).message }, "calls to gateways cannot be counted; trying again");
  }
}
