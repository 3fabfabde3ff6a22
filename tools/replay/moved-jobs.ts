import type { JobRequest } from "../../apps/server/src/platform/http/context.ts";
import type { JobWorker } from "../../apps/server/src/platform/jobs/worker.ts";
import type { TestApp } from "../../apps/server/test/app.ts";
import { jobContext } from "../../apps/server/test/jobs.ts";

/** Work that the product plans by its time table, as far as money waits for it; in the order of one round. */
const rounds = [
  "order.sweep",
  "refund.due-sweep",
  "refund.sweep",
  "payout.sweep",
  "cashout.allocate",
  "deposit-release",
  "settlement.sweep",
  "recon.hourly",
  "ledger-seal",
];

interface Waiting {
  readonly at: number;
  readonly tries: number;
  readonly job: JobRequest;
}

/** The product's own workers, run when a clock that is moved has come to their time. */
export interface MovedJobs {
  /** When the next job that was sent is due, in milliseconds; none where none waits. */
  next(): number | undefined;
  /** Runs what is due, and what follows from it at once. */
  work(): Promise<void>;
  /** One round of what runs by a time table. */
  round(): Promise<void>;
}

/** Throws what a job threw at its last try: nothing of a run may be left undone unnoticed. */
export function movedJobs(app: TestApp, workers: readonly JobWorker[]): MovedJobs {
  const byQueue = new Map(workers.map((worker) => [worker.queue, worker]));
  const waiting: Waiting[] = [];
  const now = () => app.clock.now().getTime();
  const take = () => {
    for (const job of app.jobs.splice(0))
      waiting.push({ at: now() + (job.startAfterSeconds ?? 0) * 1000, tries: 0, job });
  };
  const workerOf = (queue: string): JobWorker => {
    const worker = byQueue.get(queue);
    if (!worker) throw new Error(`no worker takes ${queue}`);
    return worker;
  };
  const contextOf = () => jobContext(app, AbortSignal.timeout(600_000), app.jobs);
  const run = async ({ job, tries }: Waiting) => {
    const { retry, run: handle } = workerOf(job.queue);
    try {
      await handle(contextOf(), job.data);
    } catch (error) {
      if (tries >= retry.limit) throw error;
      waiting.push({ at: now() + retry.delaySeconds * 1000 * 2 ** tries, tries: tries + 1, job });
    }
  };
  const work = async () => {
    for (take(); ; take()) {
      const at = waiting.findIndex((one) => one.at <= now());
      const [due] = at < 0 ? [] : waiting.splice(at, 1);
      if (!due) return;
      await run(due);
    }
  };
  return {
    next: () => {
      take();
      return waiting.length === 0
        ? undefined
        : waiting.reduce((least, { at }) => Math.min(least, at), Number.MAX_VALUE);
    },
    work,
    round: async () => {
      for (const queue of rounds) {
        await workerOf(queue).run(contextOf(), {});
        await work();
      }
    },
  };
}
