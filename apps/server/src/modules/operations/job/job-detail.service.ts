import { areas } from "@countinghouse/contract/areas.ts";
import { text3 } from "@countinghouse/contract/kit/locale.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { JobDetail, JobTrigger, sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { jobNames } from "@countinghouse/contract/operations/job/job-names.ts";
import type { Context } from "../../../platform/http/context.ts";
import { nextRunOf } from "./job.service.ts";
import { queueCounts, type StoredSchedule, storedSchedules } from "./job.store.ts";
import {
  allDetails,
  changeDetail,
  jobRecords,
  lockDetail,
  recordsShown,
  returnLines,
  type StoredDetail,
  takeLines,
} from "./job-detail.store.ts";
import { allTriggers, type StoredTrigger } from "./job-trigger.store.ts";

type Operations = typeof sysJob.operations;

const otherJobs = text3("Other", "其他", "其他");

const groupOf = (jobId: string, locale: Context["request"]["locale"]): string =>
  (areas.find(({ code }) => code === jobNames[jobId]?.area)?.title ?? otherJobs)[locale];

/** A schedule of the library as a built-in trigger. */
const builtIn = (line: StoredSchedule, ctx: Context, isPaused: boolean, lastRun: string | null): JobTrigger => ({
  id: null,
  jobId: line.queue,
  triggerId: "built-in",
  description: null,
  type: "cron",
  cron: line.cron,
  timeZone: line.timeZone,
  intervalSeconds: null,
  runAt: null,
  startTime: null,
  endTime: null,
  maxRuns: null,
  numberOfRuns: 0,
  lastRun,
  nextRun: isPaused ? null : nextRunOf(line, ctx.now),
  status: isPaused ? "paused" : "ready",
  version: 1,
});

const shownTrigger = ({
  createTime: _made,
  createUserId: _maker,
  createUserName: _makerName,
  updateTime: _changed,
  updateUserId: _changer,
  updateUserName: _changerName,
  ...trigger
}: StoredTrigger): JobTrigger => trigger;

/** Schedules removed while their job is paused. */
const restingLines = (details: readonly StoredDetail[]): StoredSchedule[] =>
  details.flatMap(({ jobId, pausedLines }) =>
    (pausedLines ?? []).map((line) => ({
      queue: jobId,
      kind: line.kind ?? "cron",
      cron: line.cron,
      timeZone: line.timezone ?? "UTC",
    })),
  );

/** Every scheduled job, with its triggers and state. */
export async function listJobs(ctx: Context): Promise<JobDetail[]> {
  const { locale } = ctx.request;
  const counts = await queueCounts(ctx, ctx.now.toISOString());
  const [details, triggers, lines] = [await allDetails(ctx), await allTriggers(ctx), await storedSchedules(ctx)];
  const all = [...lines, ...restingLines(details)];
  const scheduled = new Set([...all.map(({ queue }) => queue), ...triggers.map(({ jobId }) => jobId)]);
  return counts
    .filter(({ name }) => scheduled.has(name))
    .map(({ name, waiting, active, failed, lastRun }) => {
      const detail = details.find(({ jobId }) => jobId === name);
      const isPaused = (detail?.pauseTime ?? null) !== null;
      const ofProduct = all.filter(({ queue }) => queue === name).map((line) => builtIn(line, ctx, isPaused, lastRun));
      const own = triggers.filter(({ jobId }) => jobId === name).map(shownTrigger);
      const comingUp = [...ofProduct, ...(isPaused ? [] : own)].flatMap(({ nextRun }) => nextRun ?? []).sort();
      return {
        jobId: name,
        title: jobNames[name]?.name[locale] ?? name,
        groupName: detail?.groupName ?? groupOf(name, locale),
        description: detail?.description ?? null,
        isPaused,
        pauseUserName: detail?.pauseUserName ?? null,
        pauseTime: detail?.pauseTime ?? null,
        waiting,
        active,
        failed,
        lastRun,
        nextRun: comingUp[0] ?? null,
        triggers: [...ofProduct, ...own],
      };
    });
}

const holds = (text: string | null, part: string | null | undefined): boolean =>
  !part || (text ?? "").toLowerCase().includes(part.toLowerCase());

/** Jobs that match the filter. Names and ids match in part. */
export async function findJobs(ctx: Context, input: InputOf<Operations["pageJobDetail"]>): Promise<JobDetail[]> {
  const jobs = await listJobs(ctx);
  return jobs.filter(
    (one) =>
      (holds(one.jobId, input.jobId) || holds(one.title, input.jobId)) &&
      holds(one.groupName, input.groupName) &&
      holds(one.description, input.description),
  );
}

export const listGroups = async (ctx: Context): Promise<string[]> =>
  [...new Set((await listJobs(ctx)).map(({ groupName }) => groupName))].sort();

/** A scheduled job by its id; other queues need data that cannot be entered by hand. */
export async function findJob(ctx: Context, jobId: string): Promise<JobDetail> {
  const job = (await listJobs(ctx)).find((one) => one.jobId === jobId);
  if (!job) throw notFound("sysJob", jobId);
  return job;
}

export async function updateDetail(ctx: Context, input: InputOf<Operations["updateJobDetail"]>): Promise<null> {
  await findJob(ctx, input.jobId);
  const { groupName, description } = input;
  await changeDetail(ctx, await lockDetail(ctx, input.jobId), {
    ...(groupName === undefined ? {} : { groupName: groupName || null }),
    ...(description === undefined ? {} : { description: description || null }),
  });
  return null;
}

export async function pauseJob(ctx: Context, { jobId }: InputOf<Operations["pauseJob"]>): Promise<null> {
  await findJob(ctx, jobId);
  const before = await lockDetail(ctx, jobId);
  if (before.pauseTime !== null) throw refuse("sysJob.alreadyPaused");
  await changeDetail(ctx, before, {
    pausedLines: await takeLines(ctx, jobId),
    pauseTime: ctx.now.toISOString(),
    pauseUserName: ctx.actor.realName,
  });
  return null;
}

export async function startJob(ctx: Context, { jobId }: InputOf<Operations["startJob"]>): Promise<null> {
  await findJob(ctx, jobId);
  const before = await lockDetail(ctx, jobId);
  if (before.pauseTime === null) throw refuse("sysJob.notPaused");
  await returnLines(ctx, before.pausedLines ?? []);
  await changeDetail(ctx, before, { pausedLines: null, pauseTime: null, pauseUserName: null });
  return null;
}

export async function startAllJobs(ctx: Context): Promise<{ count: number }> {
  const resting = (await allDetails(ctx)).filter(({ pauseTime }) => pauseTime !== null).map(({ jobId }) => jobId);
  for (const jobId of resting.sort()) await startJob(ctx, { jobId });
  return { count: resting.length };
}

export async function runJob(ctx: Context, { jobId }: InputOf<Operations["runJob"]>): Promise<null> {
  await findJob(ctx, jobId);
  await ctx.enqueue({ queue: jobId, data: {} });
  ctx.recordChange({ table: "jobDetails", id: jobId, before: null, after: { run: ctx.now.toISOString() } });
  return null;
}

export async function pageRecords(ctx: Context, { jobId, page }: InputOf<Operations["pageJobTriggerRecord"]>) {
  const records = await jobRecords(ctx, jobId, page);
  return { items: records.slice(0, recordsShown), hasNextPage: records.length > recordsShown };
}
