const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Steps of the hour. */
const steps = 12;
/** Days before that serve as the baseline. */
export const usualDaysMax = 14;

/** Instants from `from` (inclusive) to `to` (exclusive). */
export interface InstantRange {
  readonly from: string;
  readonly to: string;
}

const spanFrom = (from: number): InstantRange => ({
  from: new Date(from).toISOString(),
  to: new Date(from + hourMs).toISOString(),
});

/** The last hour for a recent attempt (half an hour at most); otherwise the hour around the attempt. */
export function hourAround(startedTime: string, now: Date): InstantRange & { readonly isLastHour: boolean } {
  const end = Date.parse(startedTime) + hourMs / 2;
  const isLastHour = end >= now.getTime();
  // To the end of the current minute, so that requests within it get the same answer.
  const to = isLastHour ? Math.ceil((now.getTime() + 1) / minuteMs) * minuteMs : end;
  return { ...spanFrom(to - hourMs), isLastHour };
}

/** The same hour on earlier days, as far back as there are attempts. */
export function usualHours({ from }: InstantRange, firstTime: string | null): InstantRange[] {
  if (firstTime === null) return [];
  const spans = Array.from({ length: usualDaysMax }, (_, index) => spanFrom(Date.parse(from) - (index + 1) * dayMs));
  return spans.filter((span) => span.to > firstTime);
}

/** Number of instants in each step of the hour. */
export function stepsOf({ from }: InstantRange, times: readonly string[]): number[] {
  const counts = Array.from({ length: steps }, () => 0);
  for (const time of times) {
    const at = Math.floor((Date.parse(time) - Date.parse(from)) / (hourMs / steps));
    if (counts[at] !== undefined) counts[at] += 1;
  }
  return counts;
}
