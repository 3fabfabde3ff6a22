import { z } from "zod";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { DirectoryError } from "../../../platform/outbound/directory-client.ts";
import type { Platform } from "../../../platform/platform.ts";
import { signInControl } from "../auth/index.ts";
import { type DirectoryRow, lockDirectory, noteSync, readDirectory, scheduledDirectories } from "../directory/index.ts";
import { ldapQueue } from "./ldap.service.ts";
import { endRun, isRunning, openRun, type RunRow } from "./ldap.store.ts";
import { assertConfirmed, carryOut, countsOf, notePlaces, planOf, readDirectoryOf } from "./ldap-sync.service.ts";

interface Run {
  readonly runId: number;
  readonly row: DirectoryRow;
  readonly kind: RunRow["kind"];
  readonly fingerprint: string | null;
}

const none = { added: 0, linked: 0, changed: 0, disabled: 0, skipped: 0 };

/** Reads a directory and updates accounts or organisations, all or none. Answers whether it was done. */
async function synchronise(
  platform: Platform,
  job: JobContext,
  { runId, row, kind, fingerprint }: Run,
): Promise<boolean> {
  const { db, now } = job;
  const end = (verdict: RunRow["verdict"], facts: object, detail: string | null, counts = none) =>
    endRun(db, runId, { verdict, facts, detail, ...counts }, platform.clock.now());
  try {
    const reading = await readDirectoryOf(platform, row, kind);
    const counts = await job.inCommand(
      async (ctx) => {
        const present = await lockDirectory(ctx.db, row.id);
        // The settings changed during the reading: what was read may be another directory's.
        if (present?.version !== row.version)
          throw new DirectoryError("moved", "the directory was set otherwise meanwhile");
        const plan = await planOf(ctx.db, present, reading);
        assertConfirmed(plan, fingerprint);
        await carryOut(ctx, signInControl(platform), present, plan);
        if (reading.kind === "orgs") await notePlaces(ctx, present, reading.orgs);
        return countsOf(plan);
      },
      { event: kind === "users" ? "sysLdap.syncUser" : "sysLdap.syncOrg", input: { id: row.id, runId } },
    );
    await end("ok", {}, null, counts);
    await noteSync(db, row.id, "ok", now);
    return true;
  } catch (error) {
    const isTold = error instanceof DirectoryError;
    const { fault, facts } = isTold ? error : ({ fault: "unexpected", facts: { host: row.host } } as const);
    await end(fault, facts, (error as Error).message.slice(0, 500));
    await noteSync(db, row.id, fault, now);
    if (!isTold) throw error;
    job.logger.warn({ ldapId: row.id, kind, fault, err: error }, "a directory was not synchronised");
    return false;
  }
}

const hourMs = 3_600_000;
/** A little less than the period, so that a long run does not delay the next one. */
const periodMs = { off: Number.POSITIVE_INFINITY, hourly: hourMs - 300_000, daily: 24 * hourMs - 300_000 };

const isDue = ({ syncEvery, lastSyncTime }: DirectoryRow, now: Date): boolean =>
  lastSyncTime === null || now.getTime() - Date.parse(lastSyncTime) >= periodMs[syncEvery];

/** Runs the requested synchronisations. */
export const ldapSyncWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: ldapQueue,
    schema: z.object({
      directoryId: z.number().int(),
      runId: z.number().int(),
      kind: z.enum(["users", "orgs"]),
      fingerprint: z.string().nullable(),
    }),
    retry: { limit: 0, delaySeconds: 60 },
    handle: async (job, { directoryId, runId, kind, fingerprint }) => {
      const row = await readDirectory(job.db, directoryId);
      if (row) await synchronise(platform, job, { runId, row, kind, fingerprint });
    },
  });

/** Runs scheduled synchronisations: organisations first, so that users find theirs. */
export const ldapScheduleWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: "ldap-schedule",
    schema: z.object({}),
    schedule: { cron: "*/10 * * * *" },
    handle: async (job) => {
      for (const row of await scheduledDirectories(job.db)) {
        if (job.signal.aborted) return;
        if (!isDue(row, job.now) || (await isRunning(job, row.id))) continue;
        for (const kind of row.orgFilter ? (["orgs", "users"] as const) : (["users"] as const)) {
          const run = { directory: row, kind, startUserName: null, now: job.now };
          const runId = await openRun(job.db, run);
          if (!(await synchronise(platform, job, { runId, row, kind, fingerprint: null }))) break;
        }
      }
    },
  });
