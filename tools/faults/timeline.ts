import { say } from "../bench/report.ts";

/** What was done when; printed as it happens, so that a run can be followed and told again. */
export interface Timeline {
  note(what: string): void;
}

/** Starts the clock of a run. */
export function startTimeline(): Timeline {
  const began = performance.now();
  return {
    note: (what) => {
      const seconds = (performance.now() - began) / 1000;
      say(`${seconds.toFixed(1).padStart(7)} s  ${what}`);
    },
  };
}
