/** Bounds of a gate. */
export interface GateOptions {
  /** Works under way at once. */
  readonly running: number;
  /** Works that may wait; one more is turned away. */
  readonly waiting: number;
}

/** Lets a bounded number of expensive works run. */
export interface WorkGate {
  /** Runs `work` when there is room; undefined, without running it, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined>;
}

/** Builds a gate: first come, first served, and never more than its bounds in memory. */
export function workGate({ running, waiting }: GateOptions): WorkGate {
  let busy = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    busy -= 1;
    queue.shift()?.();
  };
  return {
    async run(work) {
      if (busy >= running) {
        if (queue.length >= waiting) return undefined;
        await new Promise<void>((enter) => queue.push(enter));
      }
      busy += 1;
      try {
        return { value: await work() };
      } finally {
        leave();
      }
    },
  };
}
