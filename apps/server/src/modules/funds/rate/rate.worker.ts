import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { defaultLocale, fill, locales } from "@countinghouse/contract/kit/locale.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { sysJobRunMessages } from "@countinghouse/contract/operations/job-run/job-run.messages.ts";
import { z } from "zod";
import { holds } from "../../../platform/access/permission.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { actorOfUser, exportRuns } from "../../operations/job-run/index.ts";
import { configuredFeed, fetchQueue } from "./rate.feed.service.ts";
import { importQueue } from "./rate.import.service.ts";
import { dropParts, readParts } from "./rate.import.store.ts";
import { parseReferenceFile, type ReferenceDay } from "./rate.reference.policy.ts";
import { appendRates } from "./rate.store.ts";

/** Requests the configured feed every hour. */
const fetchWorker = defineWorker({
  queue: fetchQueue,
  schema: z.object({}),
  schedule: { cron: "7 * * * *" },
  retry: { limit: 2, delaySeconds: 60 },
  handle: async (job) => {
    const feed = await configuredFeed(job);
    if (!feed) return;
    const published = await feed.fetch(job.now.getTime(), job.signal);
    await job.inCommand((ctx) => appendRates(ctx, "feed", published), { event: "sysRate.fetch", input: {} });
  },
});

const retries = 2;
/** Days stored per transaction. */
const batchDays = 50;

/** The import was cancelled or handed back: nothing more is written for it. */
class Stopped extends Error {}

type Runs = ReturnType<typeof exportRuns>;
type Run = NonNullable<Awaited<ReturnType<Runs["read"]>>>;

/** Stores uploaded files of reference rates. A restart changes nothing that is stored already. */
const importWorker = ({ db, clock }: Platform): JobWorker =>
  defineWorker({
    queue: importQueue,
    schema: z.object({ runId: z.string() }),
    retry: { limit: retries, delaySeconds: 5 },
    handle: async (job, { runId }) => {
      const runs = exportRuns(db);
      const run = await runs.read(runId);
      if (!run) return;
      const startedAt = clock.now().toISOString();
      if (!(await runs.move(runId, "start", { startedAt, progress: 0, rows: 0, error: null }))) return;
      try {
        const rows = await storeFile(job, runs, run);
        await runs.move(runId, "finish", { progress: 100, rows, finishedAt: clock.now().toISOString() });
        await dropParts(db, runId);
      } catch (error) {
        if (error instanceof Stopped && !job.signal.aborted) return dropParts(db, runId);
        if (job.signal.aborted || job.attempt < retries) {
          await runs.move(runId, "handBack", { progress: 0, rows: 0 });
          throw error;
        }
        job.logger.error({ err: error, runId }, "an import of rates failed");
        await runs.move(runId, "fail", { error: failureText(run, error), finishedAt: clock.now().toISOString() });
        await dropParts(db, runId);
      }
    },
  });

class NotAllowed extends Error {}

function failureText({ id, input }: Run, error: unknown): string {
  const locale = locales.find((one) => one === input.locale) ?? defaultLocale;
  const { noLongerAllowed, failed } = sysJobRunMessages[locale].refusals;
  return error instanceof NotAllowed ? noLongerAllowed : fill(failed, { id });
}

/** Stores the days of a file in batches, each in its own transaction, and answers how many were read. */
async function storeFile(job: JobContext, runs: Runs, run: Run): Promise<number> {
  const days = await readDays(job, run.id);
  for (let at = 0; at < days.length; at += batchDays) {
    // A user who lost the permission meanwhile stores no more of it.
    const actor = await actorOfUser(job.db, run.userId);
    if (!actor || !holds(actor, permissionOf(sysRate.name, "import"))) throw new NotAllowed();
    const batch = days.slice(at, at + batchDays);
    const rates = batch.flatMap((day) => day.rates);
    await job.inCommand((ctx) => appendRates(ctx, "ecb", rates), {
      actor,
      event: "sysRate.import",
      input: { runId: run.id, from: batch[0]?.day, to: batch.at(-1)?.day },
    });
    const rows = at + batch.length;
    const progress = Math.min(99, Math.floor((rows * 100) / days.length));
    if (job.signal.aborted || !(await runs.noteProgress(run.id, { progress, rows }))) throw new Stopped();
  }
  return days.length;
}

/** The storable days of all parts; a repeated day counts once, as the first. */
async function readDays({ db, now }: JobContext, runId: string): Promise<ReferenceDay[]> {
  const days = new Map<string, ReferenceDay>();
  for (const part of await readParts(db, runId)) {
    for (const day of parseReferenceFile(part, now.getTime())?.days ?? [])
      if (day.day && !day.problem && !days.has(day.day)) days.set(day.day, day);
  }
  return [...days.values()];
}

/** Background workers of rates. */
export const rateWorkers = (platform: Platform): readonly JobWorker[] => [fetchWorker, importWorker(platform)];
