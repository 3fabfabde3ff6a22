import type { Stage } from "./stage.ts";

/** Parameters of a benchmark run. */
export interface Course {
  readonly stage: Stage;
  /** Row counts to measure with, ascending. */
  readonly scales: readonly number[];
  /** Whether the time is up: started work is finished, nothing new starts. */
  readonly isLate: () => boolean;
  /** Starts a separate clock with the same duration, for measurements that are taken once for all scales. */
  readonly startClock: () => () => boolean;
}

/** A part of a benchmark run: creates rows, measures, prints its tables and returns figures for machines. */
export type Works = (course: Course) => Promise<object>;

export const budget = { ratio: 2, p95Ms: 50, share: 0.5, growth: 1.5 };
