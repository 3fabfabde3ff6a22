import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { nextRunsShown, sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findJob } from "./job-detail.service.ts";
import { nextRunAfter, nextRuns, soundTiming } from "./job-timing.service.ts";
import {
  changeTrigger,
  insertTrigger,
  lockTrigger,
  removeTrigger,
  type StoredTrigger,
  type TriggerValues,
} from "./job-trigger.store.ts";

type Operations = typeof sysJob.operations;
type Input = InputOf<Operations["addJobTrigger"]>;

/** The next runs of an unsaved schedule. */
export const previewRuns = async (ctx: Context, input: InputOf<Operations["nextRuns"]>): Promise<string[]> =>
  nextRuns(soundTiming(input), ctx.now, nextRunsShown).map((run) => run.toISOString());

/** The next run of a trigger; refuses one that never runs. */
function comingUp(timing: Parameters<typeof nextRunAfter>[0], now: Date): string {
  const run = nextRunAfter(timing, now);
  if (!run) throw refuse("sysJob.neverRuns");
  return run.toISOString();
}

function valuesOf(ctx: Context, input: Input): TriggerValues {
  const timing = soundTiming(input);
  const { jobId, triggerId, description = null, maxRuns = null } = input;
  return { ...timing, jobId, triggerId, description, maxRuns, nextRun: comingUp(timing, ctx.now) };
}

export async function addTrigger(ctx: Context, input: Input): Promise<number> {
  await findJob(ctx, input.jobId);
  return insertTrigger(ctx, valuesOf(ctx, input));
}

/** A changed trigger starts anew: one that had ended may run again. */
export async function updateTrigger(ctx: Context, input: InputOf<Operations["updateJobTrigger"]>): Promise<null> {
  await findJob(ctx, input.jobId);
  const before = await lockTrigger(ctx, input.id);
  assertFresh(sysJob, input.version, before.version);
  const status = before.status === "ended" ? "ready" : before.status;
  await changeTrigger(ctx, before, { ...valuesOf(ctx, input), status });
  return null;
}

export async function deleteTrigger(ctx: Context, { id, version }: InputOf<Operations["deleteJobTrigger"]>) {
  const before = await lockTrigger(ctx, id);
  assertFresh(sysJob, version, before.version);
  await removeTrigger(ctx, before);
  return null;
}

export async function pauseTrigger(ctx: Context, { id }: InputOf<Operations["pauseTrigger"]>): Promise<null> {
  const before = await lockTrigger(ctx, id);
  if (before.status === "paused") throw refuse("sysJob.alreadyPaused");
  if (before.status === "ended") throw refuse("sysJob.triggerEnded");
  await changeTrigger(ctx, before, { status: "paused", nextRun: null });
  return null;
}

export async function startTrigger(ctx: Context, { id }: InputOf<Operations["startTrigger"]>): Promise<null> {
  const before = await lockTrigger(ctx, id);
  if (before.status !== "paused") throw refuse("sysJob.notPaused");
  await changeTrigger(ctx, before, { status: "ready", nextRun: comingUp(before, ctx.now) });
  return null;
}

/** The next state of a due trigger. Missed runs are not made up for: the next one is after now. */
export function afterTriggered(trigger: StoredTrigger, now: Date, isStarted: boolean) {
  const numberOfRuns = trigger.numberOfRuns + (isStarted ? 1 : 0);
  const isSpent = trigger.maxRuns !== null && numberOfRuns >= trigger.maxRuns;
  const next = isSpent ? null : nextRunAfter(trigger, now);
  return {
    numberOfRuns,
    lastRun: isStarted ? now.toISOString() : trigger.lastRun,
    nextRun: next?.toISOString() ?? null,
    status: next ? ("ready" as const) : ("ended" as const),
  };
}
