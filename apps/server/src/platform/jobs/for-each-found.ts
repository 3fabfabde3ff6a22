import type { JobContext } from "./job-context.ts";

/** The part of a job's context that a sweep needs. */
export type SweepJob = Pick<JobContext, "logger" | "signal">;

/**
 * Runs `work` for all items that a sweep found, `lanes` concurrently, until the node stops. An item that fails is left
 * for the next sweep and stops no other.
 */
export async function forEachFound<T>(
  { logger, signal }: SweepJob,
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item && !signal.aborted; item = waiting.shift())
      await work(item).catch((error: unknown) => logger.error({ err: error, item }, "left for later by a sweep"));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
