import type { Selectable } from "kysely";
import { sql } from "kysely";
import { from, insert, type NewRow } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type ScheduleRow = Selectable<Tables["reportSchedules"]>;

/** The reader's own schedules, as lists show them. */
export const describedSchedules = (ctx: Context) =>
  from(ctx, "reportSchedules")
    .selectAll("reportSchedules")
    .select(
      sql<string | null>`(SELECT e.name FROM file_endpoints e WHERE e.id = report_schedules.file_endpoint_id)`.as(
        "fileEndpointName",
      ),
    );

/** How many schedules the reader has. */
export async function countOwn(ctx: Context): Promise<number> {
  const row = await from(ctx, "reportSchedules")
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Which people who may sign in beside somebody some mail addresses belong to: of the same merchant, or of the same tenant's
 * own people. By the address in small letters.
 */
export async function peopleAt(
  { db, actor }: Pick<Context, "db" | "actor">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (addresses.length === 0) return new Map();
  const { merchantIds } = actor.scope;
  const place =
    merchantIds === "all" ? sql`u.merchant_id IS NULL` : sql`u.merchant_id = ANY(${[...merchantIds]}::text[])`;
  const { rows } = await sql<{ email: string; ids: number[] }>`
    SELECT lower(u.email) AS email, array_agg(u.id::int) AS ids FROM users u
     WHERE u.tenant_id = ${actor.tenantId} AND u.status = 1 AND ${place} AND lower(u.email) = ANY(${addresses.map((one) => one.toLowerCase())}::text[])
     GROUP BY lower(u.email)`.execute(db);
  return new Map(rows.map(({ email, ids }) => [email, ids]));
}

/** Schedules whose time has come, the longest waiting first; each locked until the transaction ends. */
export async function dueSchedules({ db, now }: Pick<Context, "db" | "now">, limit: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom("reportSchedules")
    .selectAll()
    .where("status", "=", "enabled")
    .where("nextTime", "<=", now.toISOString())
    .orderBy("nextTime")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Notes that somebody has a schedule sent now; false where that was done less than a minute ago. */
export async function noteAsking({ db, now }: Pick<Context, "db" | "now">, id: string): Promise<boolean> {
  const aMinuteAgo = new Date(now.getTime() - 60_000).toISOString();
  const { numUpdatedRows } = await db
    .updateTable("reportSchedules")
    .set({ askedTime: now.toISOString() })
    .where("id", "=", id)
    .where(sql<boolean>`coalesce(asked_time <= ${aMinuteAgo}::timestamptz, true)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets when a schedule is due next. */
export const setNextTime = ({ db }: Pick<Context, "db">, id: string, nextTime: string) =>
  db.updateTable("reportSchedules").set({ nextTime }).where("id", "=", id).execute();

/** A schedule as it is now; undefined where it is gone. */
export const readSchedule = (db: Context["db"], id: string): Promise<ScheduleRow | undefined> =>
  db.selectFrom("reportSchedules").selectAll().where("id", "=", id).executeTakeFirst();

/** Notes what became of the last time. */
export const noteSending = (
  db: Context["db"],
  id: string,
  { at, error }: { readonly at: string; readonly error: string | null },
) =>
  db
    .updateTable("reportSchedules")
    .set({ lastTime: at, lastState: error === null ? "sent" : "failed", lastError: error })
    .where("id", "=", id)
    .execute();

/** Keeps a file that was made among its maker's downloads. */
export const keepRun = (ctx: Context, run: NewRow<"jobRuns">) => insert(ctx, "jobRuns", run);

/** Whether a merchant is in reach. */
export async function isInReach(ctx: Context, merchantId: string): Promise<boolean> {
  return (
    (await from(ctx, "merchants").select("merchants.id").where("merchants.id", "=", merchantId).executeTakeFirst()) !==
    undefined
  );
}
