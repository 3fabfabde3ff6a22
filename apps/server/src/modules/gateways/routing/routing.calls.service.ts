import type { Platform } from "../../../platform/platform.ts";
import { CallTally, type DecidedPayment, type GatewayCall } from "./routing.calls.policy.ts";
import { writeTally } from "./routing.calls.store.ts";

/** Interval in milliseconds at which a node writes its counts. */
const writeEveryMs = 1_000;

type Counting = Pick<Platform, "db" | "clock" | "logger">;

interface Window {
  tally: CallTally;
  timer: NodeJS.Timeout | undefined;
}

/** Unwritten counts of each node in this process. */
const windows = new WeakMap<Counting["db"], Window>();

const windowOf = ({ db }: Counting): Window => {
  const window = windows.get(db) ?? { tally: new CallTally(), timer: undefined };
  windows.set(db, window);
  return window;
};

function count(platform: Counting, add: (tally: CallTally) => void): void {
  const window = windowOf(platform);
  add(window.tally);
  window.timer ??= setTimeout(() => void flushCalls(platform), writeEveryMs).unref();
}

/**
 * Counts a call to a gateway account, without a lock or a wait: a node counts in memory and writes its sums once a
 * second, so that payments over one account do not wait for each other. Payments in progress count against caps as
 * soon as they are stored. Caps therefore miss payments decided within the last second on all nodes, and concurrent
 * choices of an account; a killed node loses at most its last second.
 */
export const recordCall = (platform: Counting, gatewayAccountId: string, call: GatewayCall): void =>
  count(platform, (tally) => tally.add(gatewayAccountId, call));

/** Counts a decided payment, once, after its commit. */
export const recordPayment = (platform: Counting, gatewayAccountId: string, payment: DecidedPayment): void =>
  count(platform, (tally) => tally.addPayment(gatewayAccountId, payment));

/** Writes the counts at once; those that cannot be written are kept for the next time. */
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
    // Amounts count against caps and are kept; results of old calls are obsolete.
    for (const usage of tally.usages.values()) window.tally.addUsage(usage);
    for (const count of tally.approvals.values()) window.tally.addApprovals(count);
    platform.logger.warn({ reason: (error as Error).message }, "calls to gateways cannot be counted; trying again");
  }
}
