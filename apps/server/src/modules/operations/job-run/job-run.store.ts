import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type JobRun, jobRunLifecycle } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import { mayHave } from "../../../platform/export/export-reach.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Fields of a run for its user. */
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

/** The actor's newest jobs, without those whose file they may no longer read. */
export async function listRuns(ctx: Context): Promise<JobRun[]> {
  const rows = await from(ctx, "jobRuns")
    .select([...jobRunView, "reach"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(listed)
    .execute();
  return rows.filter(({ fileName, kind, reach }) => fileName === null || mayHave(ctx.actor, kind, reach));
}

/** A job of the actor with its file's storage name and the access at its creation. Another user's id is not found. */
export async function findRun(ctx: Context, id: string) {
  const row = await from(ctx, "jobRuns")
    .select([...jobRunView, "filePath", "reach"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("sysJobRun", id);
  return row;
}

/** Cancels an unfinished job; undefined where it has ended, or is another user's. */
export async function cancelRun(ctx: Context, id: string): Promise<JobRun | undefined> {
  const { from: states, to } = jobRunLifecycle.actions.cancel;
  return change(ctx, "jobRuns")
    .set({ state: to, finishedAt: ctx.now.toISOString() })
    .where("id", "=", id)
    .where("state", "in", [...states])
    .returning(jobRunView)
    .executeTakeFirst();
}
