/** Query schedule of an open outcome, in seconds after it became open. */
export const querySeconds = [5, 30, 120, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400] as const;

/** Seconds until the next query; undefined after a whole day of queries. */
export function nextQueryAfter(queryCount: number): number | undefined {
  const due = querySeconds[queryCount];
  const before = queryCount === 0 ? 0 : (querySeconds[queryCount - 1] ?? 0);
  return due === undefined ? undefined : due - before;
}
