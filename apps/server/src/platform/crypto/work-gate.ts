/** Bounds of a work gate. */
export interface GateOptions {
  /** Tasks running concurrently. */
  readonly running: number;
  /** Tasks that may wait; further ones are turned away. */
  readonly waiting: number;
}

/** Limits the concurrency of expensive tasks. */
export interface WorkGate {
  /** Runs `work` when there is room; undefined, without running it, when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined>;
}

/** Builds a gate: first come, first served, with a bounded queue. */
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
