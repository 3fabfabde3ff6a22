import { setTimeout as sleep } from "node:timers/promises";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { GatewayAccountForCalls } from "../connector/index.ts";
import { takePace } from "./pace.store.ts";

/** What nobody used of the last tenth of a second may still be used: a provider sees a tenth more than its rate at most. */
const savedSeconds = 0.1;
/** How often a second a node that calls all the time asks for more of an account's pace. */
const lotsPerSecond = 20;

/** Calls that this node may make, one after another at the provider's rate. */
interface Lot {
  /** When the next one may begin, by this process's own clock. */
  nextMs: number;
  left: number;
}

type Paced = Pick<GatewayAccountForCalls, "id" | "flights">;

const lots = new Map<string, Lot>();
/** Accounts for which this node asks now: everybody waits for the one answer, so that no part of the pace is wasted. */
const asking = new Map<string, Promise<boolean>>();

type PacingServices = Pick<Platform, "db" | "logger">;

/** Takes a lot for this node; false where its turn comes too late, or cannot be told. */
async function ask({ db, logger }: PacingServices, { id, flights }: Paced): Promise<boolean> {
  const { perSecond, queueSeconds } = flights;
  const left = Math.max(1, Math.floor(perSecond / lotsPerSecond));
  const spanSeconds = left / perSecond;
  try {
    const lot = { spanSeconds, savedSeconds, waitSeconds: queueSeconds };
    const waitMs = await retryWhileDatabaseAway(() => takePace(db, id, lot));
    if (waitMs === undefined) return false;
    // What was saved up to the full would be too old before it could be used.
    lots.set(id, { nextMs: performance.now() + Math.max(0, waitMs), left });
    return true;
  } catch (error) {
    // Nothing is sent while what becomes of it could not be written down either.
    logger.error({ err: error, gatewayAccountId: id }, "the pace of an account cannot be told");
    return false;
  } finally {
    asking.delete(id);
  }
}

/** When the next call of this node may begin; undefined where it has to ask for more. */
function nextOf({ id, flights }: Paced): number | undefined {
  const lot = lots.get(id);
  if (!lot || lot.left === 0 || lot.nextMs < performance.now() - 1_000 * savedSeconds) return undefined;
  const { nextMs } = lot;
  lot.left -= 1;
  lot.nextMs += 1_000 / flights.perSecond;
  return nextMs;
}

/**
 * Waits until an account may be called once more by the rate that its provider allows, over all nodes, and tells whether
 * that took a while. `late`, without having waited, where it is later than calls to the account wait: our doing, which
 * says nothing of the gateway.
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
