import { type Kysely, sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** The part of an account's rate to take. */
export interface PaceRequest {
  /** Duration of the taken calls at the provider's rate. */
  readonly spanSeconds: number;
  /** Unused time that may still be used. */
  readonly savedSeconds: number;
  /** Longest wait of the caller. */
  readonly waitSeconds: number;
}

/**
 * Takes the next span of an account's rate for this node, by the database's clock, which all nodes share. Answers in
 * how many milliseconds it begins, negative where it was saved up; undefined, taking nothing, where that exceeds the
 * caller's wait. Commits without waiting for the disk: a power cut loses only a moment of the rate.
 */
export async function takePace(
  db: Kysely<Tables>,
  accountId: string,
  { spanSeconds, savedSeconds, waitSeconds }: PaceRequest,
): Promise<number | undefined> {
  const seconds = (value: number) => sql`make_interval(secs => ${value}::float8)`;
  const saved = sql`clock_timestamp() - ${seconds(savedSeconds)}`;
  const { rows } = await sql<{ waitMs: number }>`
    WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true) AS setting),
    taken AS (
      INSERT INTO gateway_paces AS held (gateway_account_id, free_at)
      VALUES (${accountId}, ${saved} + ${seconds(spanSeconds)})
      ON CONFLICT (gateway_account_id) DO UPDATE
        SET free_at = greatest(held.free_at, ${saved}) + ${seconds(spanSeconds)}
        WHERE held.free_at <= clock_timestamp() + ${seconds(waitSeconds)}
      RETURNING 1000 * extract(epoch FROM free_at - ${seconds(spanSeconds)} - clock_timestamp())::float8 AS wait_ms)
    SELECT taken.wait_ms FROM taken, relaxed`.execute(prepared(db));
  return rows[0]?.waitMs;
}
