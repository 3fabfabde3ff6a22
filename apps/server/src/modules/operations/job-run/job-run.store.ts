import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type JobRun, jobRunLifecycle } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import { mayHave } from "../../../platform/export/export-reach.ts";
import type { Context } from "../../../platform/http/context.ts";

/** What a user is told of a run. */
export const jobRunView = [
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

/** The actor's newest jobs, without those whose file is not theirs to have any more. */
export async function listRuns(ctx: Context): Promise<JobRun[]> {
  const rows = await from(ctx, "jobRuns")
    .select([...jobRunView, "reach"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(listed)
    .execute();
  return rows.filter(({ fileName, kind, reach }) => fileName === null || mayHave(ctx.actor, kind, reach));
}

/** One of the actor's jobs with the name its file is stored under and what could be seen when it was made. Refuses an id of somebody else as not found. */
export async function findRun(ctx: Context, id: string) {
  const row = await from(ctx, "jobRuns")
    .select([...jobRunView, "filePath", "reach"])
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
    .returning(jobRunView)
    .executeTakeFirst();
}
