import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type JobRun, jobRunLifecycle } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** What a user is told of a run. */
export const shown = [
  "id",
  "kind",
  sql<JobRun["titles"]>`input -> 'titles'`.as("titles"),
  "state",
  "progress",
  "rows",
  "fileName",
  "fileBytes",
  "fileChecksum",
  "error",
  "createdAt",
  "startedAt",
  "finishedAt",
  "expiresAt",
] as const;

const listed = 50;

/** The actor's newest jobs. */
export const listRuns = (ctx: Context): Promise<JobRun[]> =>
  from(ctx, "jobRuns").select(shown).orderBy("createdAt", "desc").orderBy("id", "desc").limit(listed).execute();

/** One of the actor's jobs with the name its file is stored under. Refuses an id of somebody else as not found. */
export async function findRun(ctx: Context, id: string) {
  const row = await from(ctx, "jobRuns")
    .select([...shown, "filePath"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("sysJobRun", id);
  return row;
}

/** Cancels a job that has not ended; undefined when it has, or is somebody else's. */
export async function cancelRun(ctx: Context, id: string): Promise<JobRun | undefined> {
  const { from: states, to } = jobRunLifecycle.actions.cancel;
  return change(ctx, "jobRuns")
    .set({ state: to, finishedAt: ctx.now.toISOString() })
    .where("id", "=", id)
    .where("state", "in", [...states])
    .returning(shown)
    .executeTakeFirst();
}
