import type { Stage } from "./stage.ts";

/** What a benchmark run gives each of its works. */
export interface Course {
  readonly stage: Stage;
  /** How many rows to measure with, the fewest first. */
  readonly scales: readonly number[];
  /** The time is up: finish what was begun and begin nothing more. */
  readonly isLate: () => boolean;
  /** Starts a clock of its own with the same time, for what is measured once for every scale. */
  readonly startClock: () => () => boolean;
}

/** One part of a benchmark run: makes its rows, measures, says its tables and answers its figures for machines. */
export type Works = (course: Course) => Promise<object>;

export const budget = { ratio: 2, p95Ms: 50, share: 0.5, growth: 1.5 };
