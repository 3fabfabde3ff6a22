import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "./database-error.ts";

/** Between one try and the next: together as long as a database takes to fail over, and less than callers wait. */
const waitsMs = [100, 300, 1_000, 3_000, 6_000, 9_000] as const;

/** Runs `work` again for some seconds while the database is away: for what this process alone knows or is about to do. */
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
