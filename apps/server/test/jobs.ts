import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import type { JobRequest } from "../src/platform/http/context.ts";
import { type JobContext, runJobCommand } from "../src/platform/jobs/job-context.ts";
import { archivedSweep, type RetainedLog } from "../src/platform/jobs/log-archive.ts";
import type { TestApp } from "./app.ts";

/** What a worker is given when a test runs it by hand: the test's database and clock, the first try. */
export function jobContext(
  app: TestApp,
  signal: AbortSignal = new AbortController().signal,
  enqueued: JobRequest[] = [],
): JobContext {
  const { db, clock, logger } = app.platform;
  const { seals } = installationKeys(app.platform.secret);
  const spine = { db, clock, seals, enqueue: async (_db: unknown, job: JobRequest) => void enqueued.push(job) };
  return {
    jobId: "job",
    attempt: 0,
    now: clock.now(),
    db,
    logger,
    signal,
    spine,
    inCommand: (work, options) => runJobCommand(spine, { id: "job", queue: "test", data: {} }, work, options),
    isCancelled: async () => false,
  };
}

/** Lets what is no longer kept of a log leave; answers how many rows that were. */
export const sweepLog = (app: TestApp, log: RetainedLog, files = app.platform.files): Promise<number> =>
  archivedSweep(files, log).run(app.platform.db, app.clock.now(), jobContext(app).inCommand);
