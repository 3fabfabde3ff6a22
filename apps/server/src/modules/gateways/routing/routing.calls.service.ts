import type { Platform } from "../../../platform/platform.ts";
import { CallTally, type DecidedPayment, type GatewayCall } from "./routing.calls.policy.ts";
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

function count(platform: Counting, add: (tally: CallTally) => void): void {
  const window = windowOf(platform);
  add(window.tally);
  window.timer ??= setTimeout(() => void flushCalls(platform), writeEveryMs).unref();
}

/**
 * Notes how a call to a gateway account went. It takes no time and no lock: a node counts in memory and adds its sums to
 * the database once a second, so that no payment waits for another because both went over the same account. What
 * is under way counts against caps as soon as it is stored. Caps therefore let through what was decided within that
 * second on all nodes, and payments that choose their account in the same moment; a node that is killed forgets at most
 * its last second.
 */
export const recordCall = (platform: Counting, gatewayAccountId: string, call: GatewayCall): void =>
  count(platform, (tally) => tally.add(gatewayAccountId, call));

/** Notes what a payment counts for that was decided, by whatever word: once, as soon as that is committed. */
export const recordPayment = (platform: Counting, gatewayAccountId: string, payment: DecidedPayment): void =>
  count(platform, (tally) => tally.addPayment(gatewayAccountId, payment));

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
