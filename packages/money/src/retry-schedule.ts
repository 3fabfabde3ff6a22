/** Seconds waited before each try to deliver a webhook, the first included: nine tries over not quite two days. */
export const webhookWaitsSeconds: readonly number[] = [0, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400];

/** Seconds from the first try to each try of a schedule of waits. */
export function elapsedSeconds(waits: readonly number[]): number[] {
  let elapsed = 0;
  return waits.map((wait) => {
    elapsed += wait;
    return elapsed;
  });
}
