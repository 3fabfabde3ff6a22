import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "./database-error.ts";

/**
 * Pauses between tries, in milliseconds: in sum as long as a database fail-over takes, and shorter than callers wait.
 */
const waitsMs = [100, 300, 1_000, 3_000, 6_000, 9_000] as const;

/** Retries `work` for some seconds while the database is unreachable: for work that only this process knows of. */
export async function retryWhileDatabaseAway<R>(work: () => Promise<R>): Promise<R> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(waitMs);
    }
  }
  return work();
}
