import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import {
  type AttemptLimit,
  accountsWindowMs,
  addressLimit,
  isSprayingAttack,
  networkLimit,
  sprayingAlarm,
} from "./attempts.policy.ts";

type Db = Context["db"];

/** State of a counter after a try. */
export interface AttemptCount {
  /** The try is within the limit. */
  readonly isAllowed: boolean;
  readonly count: number;
  /** Seconds until the next try may succeed. */
  readonly retrySeconds: number;
}

/** Key of counters that are shared by all callers. */
const everybody = "all";

/** The statement commits asynchronously: a power failure may lose the tries of the last half second. */
const relaxed = sql`relaxed AS (SELECT set_config('synchronous_commit', 'off', true) AS setting)`;

interface CountedSource {
  readonly count: number;
  readonly windowStart: string;
}

/** Counts a try of `key` where `condition` holds. During a lock-out nothing is counted or returned. */
function counting(limit: AttemptLimit, key: string, now: Date, condition: RawBuilder<unknown> = sql`true`) {
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
  return sql`
    INSERT INTO sign_in_counters AS held (kind, key, count, window_start, locked_until, expires_at)
    SELECT ${limit.kind}::text, ${key}::text, 1, ${at}::timestamptz, ${first}::timestamptz, ${expiresAt}::timestamptz
     WHERE ${condition}
    ON CONFLICT (kind, key) DO UPDATE
      SET count = ${next}, window_start = ${start}, locked_until = ${closing}, expires_at = excluded.expires_at
      WHERE held.locked_until IS NULL OR held.locked_until <= ${at}
    RETURNING count, window_start`;
}

function standingOf(limit: AttemptLimit, { count, windowStart }: CountedSource, now: Date): AttemptCount {
  const wait = Date.parse(windowStart) + limit.windowMs - now.getTime();
  return { isAllowed: count <= limit.most, count, retrySeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

/**
 * Counts a try, in one statement that commits by itself: concurrent tries on any node are counted serially before any
 * is judged. During a lock-out nothing more is counted. Never called within a transaction: a refusal would undo the
 * count.
 */
export async function countTry(db: Db, limit: AttemptLimit, key: string, now: Date): Promise<AttemptCount> {
  const { rows } = await sql<CountedSource>`
    WITH ${relaxed}, tried AS (${counting(limit, key, now)})
    SELECT tried.* FROM tried, relaxed`.execute(db);
  const [row] = rows;
  return row ? standingOf(limit, row, now) : closed(db, limit, key, now);
}

/**
 * Counts a try of an address and of its network, like {@link countTry}. What exceeds the limit of the address is not
 * counted for its network, whose count is undefined then.
 */
export async function countSource(
  db: Db,
  of: { readonly address: string; readonly network: string; readonly now: Date },
): Promise<{ readonly address: AttemptCount; readonly network: AttemptCount | undefined }> {
  const { address, network, now } = of;
  const isAllowed = sql`(SELECT count FROM address) <= ${addressLimit.most}`;
  const { rows } = await sql<CountedSource & { networkCount: number | null; networkStart: string | null }>`
    WITH ${relaxed}, address AS (${counting(addressLimit, address, now)}),
    network AS (${counting(networkLimit, network, now, isAllowed)})
    SELECT address.*, network.count AS network_count, network.window_start AS network_start
      FROM relaxed CROSS JOIN address LEFT JOIN network ON true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the statement that counts a source answered nothing");
  const { networkCount: count, networkStart: windowStart } = row;
  return {
    address: standingOf(addressLimit, row, now),
    network: count === null || windowStart === null ? undefined : standingOf(networkLimit, { count, windowStart }, now),
  };
}

async function closed(db: Db, limit: AttemptLimit, key: string, now: Date): Promise<AttemptCount> {
  const held = await readCount(db, limit.kind, key);
  const wait = held?.lockedUntil ? Date.parse(held.lockedUntil) - now.getTime() : 1000;
  return { isAllowed: false, count: held?.count ?? limit.most, retrySeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

export const readCount = (db: Db, kind: string, key: string) =>
  db.selectFrom("signInCounters").selectAll().where("kind", "=", kind).where("key", "=", key).executeTakeFirst();

/** The count within the window; an expired window counts as zero. */
export async function countWithin(db: Db, limit: AttemptLimit, key: string, now: Date): Promise<number> {
  const held = await readCount(db, limit.kind, key);
  return held && Date.parse(held.windowStart) > now.getTime() - limit.windowMs ? held.count : 0;
}

/** Reverts one try: it was correct, but the sign-in is not complete. */
export async function takeBackTry(db: Db, limit: AttemptLimit, key: string): Promise<void> {
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

interface AttemptToCount {
  readonly source: string;
  readonly accountKey: string;
  readonly limit: AttemptLimit;
  readonly now: Date;
}

/** Signs of password guessing. */
interface Suspicion {
  /** Number of accounts that the address tried within its window, including this one. */
  readonly targets: number;
  /** Failed passwords of the account within the window of its limit. */
  readonly failures: number;
  /** Number of accounts that failed within the last minutes, counted up to the spraying threshold. */
  readonly failing: number;
  readonly isSpraying: boolean;
}

/** Whether the spraying alarm was raised within the last minutes. */
export const isUnderAlarm = async (db: Db, now: Date): Promise<boolean> =>
  (await countWithin(db, sprayingAlarm, everybody, now)) > 0;

/** Raises the alarm, once for all nodes; answers whether this call raised it. */
export const giveAlarm = async (db: Db, now: Date): Promise<boolean> =>
  (await countTry(db, sprayingAlarm, everybody, now)).isAllowed;

/**
 * Records the account that an address tries and reads the signs of guessing, in one statement with constant cost:
 * during an attack every call comes here.
 */
export async function readSuspicion(db: Db, { source, accountKey, limit, now }: AttemptToCount): Promise<Suspicion> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { rows } = await sql<Suspicion>`
    WITH ${relaxed},
    noted AS (
      INSERT INTO sign_in_targets (source, account, tried_at) VALUES (${source}, ${accountKey}, ${now.toISOString()})
      ON CONFLICT (source, account) DO UPDATE SET tried_at = excluded.tried_at
      RETURNING source),
    suspicious AS (
      SELECT greatest(${isSprayingAttack.least}, ceil(greatest(reltuples, 0) * ${isSprayingAttack.share}::float8))::bigint AS many
        FROM pg_class WHERE oid = 'users'::regclass),
    failing AS (
      SELECT count(*) AS many
        FROM (SELECT 1 FROM sign_in_counters WHERE kind = ${limit.kind} AND window_start > ${ago(isSprayingAttack.windowMs)}
               LIMIT (SELECT many FROM suspicious)) AS bounded)
    SELECT (SELECT count(*) + 1 FROM sign_in_targets
             WHERE source = ${source} AND account <> ${accountKey} AND tried_at > ${ago(accountsWindowMs)}) AS targets,
           coalesce((SELECT count FROM sign_in_counters
             WHERE kind = ${limit.kind} AND key = ${accountKey} AND window_start > ${ago(limit.windowMs)}), 0) AS failures,
           failing.many AS failing, failing.many >= suspicious.many AS is_spraying
      FROM noted, relaxed, suspicious, failing`.execute(db);
  const [read] = rows;
  if (!read) throw new Error("the statement that notes a try answered nothing");
  return read;
}

/** Deletes expired counters. */
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
