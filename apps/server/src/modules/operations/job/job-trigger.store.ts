import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { creationStamps, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type StoredTrigger = Selectable<Tables["jobTriggers"]>;

export const allTriggers = ({ db }: Pick<Context, "db">): Promise<StoredTrigger[]> =>
  db.selectFrom("jobTriggers").selectAll().orderBy("jobId").orderBy("triggerId").execute();

export async function lockTrigger({ db }: Context, id: number): Promise<StoredTrigger> {
  const row = await db.selectFrom("jobTriggers").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("sysJob", id);
  return row;
}

/** Settings of a trigger. */
export type TriggerValues = Pick<
  StoredTrigger,
  | "jobId"
  | "triggerId"
  | "description"
  | "type"
  | "cron"
  | "timeZone"
  | "intervalSeconds"
  | "runAt"
  | "startTime"
  | "endTime"
  | "maxRuns"
  | "nextRun"
>;

export async function insertTrigger(ctx: Context, values: TriggerValues): Promise<number> {
  const after = await ctx.db
    .insertInto("jobTriggers")
    .values({ ...values, ...creationStamps(ctx) })
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "jobTriggers", id: after.id, before: null, after });
  return after.id;
}

export async function changeTrigger(
  ctx: Context,
  before: StoredTrigger,
  values: Partial<TriggerValues & Pick<StoredTrigger, "status">>,
): Promise<void> {
  const after = await ctx.db
    .updateTable("jobTriggers")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "jobTriggers", id: before.id, before, after });
}

export async function removeTrigger(ctx: Context, before: StoredTrigger): Promise<void> {
  await ctx.db.deleteFrom("jobTriggers").where("id", "=", before.id).execute();
  ctx.recordChange({ table: "jobTriggers", id: before.id, before, after: null });
}

/** Due triggers, locked so that one node starts each; those of paused jobs are included. */
export async function dueTriggers(db: Kysely<Tables>, now: Date): Promise<(StoredTrigger & { isResting: boolean })[]> {
  const { rows } = await sql<StoredTrigger & { isResting: boolean }>`
    SELECT t.*, EXISTS (SELECT FROM job_details d WHERE d.job_id = t.job_id AND d.pause_time IS NOT NULL)
                OR NOT EXISTS (SELECT FROM pgboss.queue q WHERE q.name = t.job_id) AS is_resting
      FROM job_triggers t
     WHERE t.status = 'ready' AND t.next_run <= ${now.toISOString()}
     ORDER BY t.next_run, t.id
     LIMIT 200
       FOR UPDATE OF t SKIP LOCKED`.execute(db);
  return rows;
}

/** Stores what a due trigger started, and its next run. */
export async function noteTriggered(
  db: Kysely<Tables>,
  id: number,
  values: Pick<StoredTrigger, "numberOfRuns" | "lastRun" | "nextRun" | "status">,
): Promise<void> {
  await db.updateTable("jobTriggers").set(values).where("id", "=", id).execute();
}
