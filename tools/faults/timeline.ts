import { say } from "../bench/report.ts";

/** What was done when; printed as it happens, so that a run can be followed and told again. */
export interface Timeline {
  /** Milliseconds since the run began. */
  now(): number;
  note(what: string): void;
}

/** Starts the clock of a run. */
export function startTimeline(isQuiet = false): Timeline {
  const began = performance.now();
  const now = () => performance.now() - began;
  return {
    now,
    note: (what) => {
      if (!isQuiet) say(`${(now() / 1000).toFixed(1).padStart(7)} s  ${what}`);
    },
  };
}

/** The value below which so many of a hundred lie; nothing of nothing. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}
