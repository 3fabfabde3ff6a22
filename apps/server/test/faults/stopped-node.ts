// A worker node that stops itself in the middle of settling, as a machine that hangs does: started by its test, told what to
// do on its standard input. It says how its job ended, and lives until it is ended.
import { createInterface } from "node:readline";
import "../../src/modules/tables.ts";
import { settlementWorkers } from "../../src/modules/funds/settlements/settlements.worker.ts";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { openPool, queryBuilder } from "../../src/platform/db/pool.ts";
import { createJobs } from "../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../src/platform/observability/logger.ts";
import type { Platform } from "../../src/platform/platform.ts";

/** What the test tells, in one line. */
export interface Stopping {
  readonly databaseUrl: string;
  readonly secret: Platform["secret"];
  readonly now: string;
  /** The first of these steps is the one it stops at. */
  readonly event: "settlements.close" | "settlements.settle";
  /** Whether it holds the locks of the step then, or has just committed it. */
  readonly at: "before the commit" | "after the commit";
}

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const { databaseUrl, secret, now, event, at } = JSON.parse((await lines.next()).value ?? "") as Stopping;
const db = queryBuilder(openPool({ url: databaseUrl, max: 4, onError: () => {} }));
const jobs = await createJobs({
  appUrl: databaseUrl,
  db,
  clock: { now: () => new Date(now) },
  seals: installationKeys(secret).seals,
  logger: createLogger({ logLevel: "silent", isProduction: true }, { write: () => {} }),
});

let hasStopped = false;
function stop(): void {
  if (hasStopped) return;
  hasStopped = true;
  process.kill(process.pid, "SIGSTOP");
}

const workers = settlementWorkers.map(({ schedule: _none, ...worker }) => ({
  ...worker,
  run: async (job: Parameters<typeof worker.run>[0], data: unknown) => {
    const inCommand: typeof job.inCommand = async (work, options) => {
      const isMeant = options.event === event;
      const done = await job.inCommand(async (ctx) => {
        const result = await work(ctx);
        if (isMeant && at === "before the commit") stop();
        return result;
      }, options);
      if (isMeant && at === "after the commit") stop();
      return done;
    };
    await worker.run({ ...job, inCommand }, data).finally(() => console.log(`ended ${worker.queue}`));
  },
}));
await jobs.start(workers);
