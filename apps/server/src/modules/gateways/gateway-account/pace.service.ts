import { setTimeout as sleep } from "node:timers/promises";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { GatewayAccountForCalls } from "../connector/index.ts";
import { takePace } from "./pace.store.ts";

/** Unused rate of the last tenth of a second may still be used: a provider sees at most a tenth more than its rate. */
const savedSeconds = 0.1;
/** How often a second a busy node asks for more of an account's rate. */
const lotsPerSecond = 20;

/** Calls that this node may make, in sequence at the provider's rate. */
interface Lot {
  /** When the next call may begin, by this process's clock, in milliseconds. */
  nextMs: number;
  left: number;
}

type Paced = Pick<GatewayAccountForCalls, "id" | "flights">;

const lots = new Map<string, Lot>();
/**
 * Accounts with a request in progress on this node: all callers wait for its answer, so that no part of the rate is
 * wasted.
 */
const asking = new Map<string, Promise<boolean>>();

type PacingServices = Pick<Platform, "db" | "logger">;

/** Takes a lot of calls for this node; false where its turn comes too late, or is unknown. */
async function ask({ db, logger }: PacingServices, { id, flights }: Paced): Promise<boolean> {
  const { perSecond, queueSeconds } = flights;
  const left = Math.max(1, Math.floor(perSecond / lotsPerSecond));
  const spanSeconds = left / perSecond;
  try {
    const lot = { spanSeconds, savedSeconds, waitSeconds: queueSeconds };
    const waitMs = await retryWhileDatabaseAway(() => takePace(db, id, lot));
    if (waitMs === undefined) return false;
    // Fully saved-up rate would expire before it could be used.
    lots.set(id, { nextMs: performance.now() + Math.max(0, waitMs), left });
    return true;
  } catch (error) {
    // Nothing is sent while its result could not be recorded either.
    logger.error({ err: error, gatewayAccountId: id }, "the pace of an account cannot be told");
    return false;
  } finally {
    asking.delete(id);
  }
}

/** When this node's next call may begin; undefined where it needs another lot. */
function nextOf({ id, flights }: Paced): number | undefined {
  const lot = lots.get(id);
  if (!lot || lot.left === 0 || lot.nextMs < performance.now() - 1_000 * savedSeconds) return undefined;
  const { nextMs } = lot;
  lot.left -= 1;
  lot.nextMs += 1_000 / flights.perSecond;
  return nextMs;
}

/**
 * Waits until the provider's rate allows another call to an account, over all nodes, and answers whether that took a
 * while. `late`, without waiting, where that is later than the account's longest wait: this says nothing about the
 * gateway.
 */
export async function awaitPace(
  platform: PacingServices,
  account: Paced,
): Promise<"at once" | "after a wait" | "late"> {
  const { id } = account;
  for (;;) {
    const nextMs = nextOf(account);
    if (nextMs !== undefined) {
      const waitMs = nextMs - performance.now();
      if (waitMs <= 0) return "at once";
      await sleep(waitMs);
      return "after a wait";
    }
    const answer = asking.get(id) ?? ask(platform, account);
    asking.set(id, answer);
    if (!(await answer)) return "late";
  }
}
