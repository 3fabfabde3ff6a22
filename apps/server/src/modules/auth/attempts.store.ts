import { sql } from "kysely";
import type { Context } from "../../platform/http/context.ts";
import type { Limit } from "./attempts.policy.ts";

type Db = Context["db"];

/** Where a count stands after a try. */
export interface Standing {
  /** The try is within the limit. */
  readonly isAllowed: boolean;
  readonly count: number;
  /** Seconds until the next try may succeed. */
  readonly retrySeconds: number;
}

/**
 * Counts a try, in one statement that commits by itself: tries that arrive together on any node are counted one after
 * the other, before any of them is judged. While the limit is closed nothing more is counted.
 */
export async function countTry(db: Db, limit: Limit, key: string, now: Date): Promise<Standing> {
  const at = now.toISOString();
  const ended = new Date(now.getTime() - limit.windowMs).toISOString();
  const lockedUntil = new Date(now.getTime() + (limit.lockMs ?? 0)).toISOString();
  const expiresAt = new Date(now.getTime() + Math.max(limit.windowMs, limit.lockMs ?? 0)).toISOString();
  const start = limit.sliding
    ? sql`excluded.window_start`
    : sql`CASE WHEN held.window_start <= ${ended} THEN excluded.window_start ELSE held.window_start END`;
  const next = sql`CASE WHEN held.window_start <= ${ended} THEN 1 ELSE held.count + 1 END`;
  const closing =
    limit.lockMs === undefined
      ? sql`NULL::timestamptz`
      : sql`CASE WHEN ${next} >= ${limit.most} THEN ${lockedUntil}::timestamptz END`;
  const first = limit.lockMs !== undefined && limit.most <= 1 ? lockedUntil : null;
  const { rows } = await sql<{ count: number; windowStart: string }>`
    INSERT INTO sign_in_counters AS held (kind, key, count, window_start, locked_until, expires_at)
    VALUES (${limit.kind}, ${key}, 1, ${at}, ${first}, ${expiresAt})
    ON CONFLICT (kind, key) DO UPDATE
      SET count = ${next}, window_start = ${start}, locked_until = ${closing}, expires_at = excluded.expires_at
      WHERE held.locked_until IS NULL OR held.locked_until <= ${at}
    RETURNING count, window_start`.execute(db);
  const row = rows[0];
  if (!row) return closed(db, limit, key, now);
  const wait = Date.parse(row.windowStart) + limit.windowMs - now.getTime();
  return { isAllowed: row.count <= limit.most, count: row.count, retrySeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

async function closed(db: Db, limit: Limit, key: string, now: Date): Promise<Standing> {
  const held = await readCount(db, limit.kind, key);
  const wait = held?.lockedUntil ? Date.parse(held.lockedUntil) - now.getTime() : 1000;
  return { isAllowed: false, count: held?.count ?? limit.most, retrySeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

export const readCount = (db: Db, kind: string, key: string) =>
  db.selectFrom("signInCounters").selectAll().where("kind", "=", kind).where("key", "=", key).executeTakeFirst();

/** Failures counted within the window; a count from before it is over. */
export async function failuresOf(db: Db, limit: Limit, key: string, now: Date): Promise<number> {
  const held = await readCount(db, limit.kind, key);
  return held && Date.parse(held.windowStart) > now.getTime() - limit.windowMs ? held.count : 0;
}

/** Takes one try back: it was right, but the sign-in it belongs to is not finished. */
export async function takeBackTry(db: Db, limit: Limit, key: string): Promise<void> {
  await sql`
    UPDATE sign_in_counters SET count = greatest(count - 1, 0), locked_until = CASE WHEN count - 1 >= ${limit.most} THEN locked_until END
    WHERE kind = ${limit.kind} AND key = ${key}`.execute(db);
}

export async function forgetTries(db: Db, kinds: readonly string[], key: string): Promise<void> {
  await db
    .deleteFrom("signInCounters")
    .where("kind", "in", [...kinds])
    .where("key", "=", key)
    .execute();
}

interface Target {
  readonly source: string;
  readonly account: string;
  readonly now: Date;
  readonly windowMs: number;
}

/** Notes which account an address tries and answers how many different ones it tried within the window. */
export async function countTargets(db: Db, { source, account, now, windowMs }: Target): Promise<number> {
  const at = now.toISOString();
  await db
    .insertInto("signInTargets")
    .values({ source, account, triedAt: at })
    .onConflict((conflict) => conflict.columns(["source", "account"]).doUpdateSet({ triedAt: at }))
    .execute();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const { count } = await db
    .selectFrom("signInTargets")
    .select(sql<number>`count(*)`.as("count"))
    .where("source", "=", source)
    .where("triedAt", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many accounts failed since an instant, and how many there are. */
export async function countFailing(db: Db, since: Date): Promise<{ readonly failing: number; readonly users: number }> {
  const { rows } = await sql<{ failing: number; users: number }>`
    SELECT (SELECT count(*) FROM sign_in_counters WHERE kind = 'account' AND window_start > ${since.toISOString()}) AS failing,
           (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'users'::regclass) AS users`.execute(db);
  return rows[0] ?? { failing: 0, users: 0 };
}

/** Removes what no longer counts. */
export async function purgeAttempts(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.deleteFrom("signInCounters").where("expiresAt", "<", at).execute();
  await db
    .deleteFrom("signInTargets")
    .where("triedAt", "<", new Date(now.getTime() - 3_600_000).toISOString())
    .execute();
  for (const table of ["captchas", "oneTimeCodes", "signInTickets", "webauthnChallenges", "qrSignIns"] as const) {
    await db.deleteFrom(table).where("expiresAt", "<", at).execute();
  }
}
