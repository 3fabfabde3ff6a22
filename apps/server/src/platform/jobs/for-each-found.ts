import type { JobContext } from "./job-context.ts";

/** What of a job a sweep looks at. */
export type SweepJob = Pick<JobContext, "logger" | "signal">;

/**
 * Runs `work` over all that a sweep found, `lanes` of them at a time, until the node stops; one that fails is left for
 * later and stops no other.
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
