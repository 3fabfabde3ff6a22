import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

/** A node's request for a share of an account's places. */
export interface ShareRequest {
  readonly accountId: string;
  readonly nodeId: string;
  /** Concurrent calls to the account, over all nodes. */
  readonly places: number;
  /** The node's calls in flight: its share cannot be smaller. */
  readonly flying: number;
  /** How long the node keeps its share without another request, in seconds. */
  readonly keepSeconds: number;
}

/**
 * Takes the node's share of an account's places: an equal part, or as many as it has calls in flight, of what the
 * others leave. A node that arrives while the others hold all gets one place until they ask again and return theirs.
 * By the database's clock, which all nodes share.
 */
export async function takeShare(db: Kysely<Tables>, asked: ShareRequest): Promise<number> {
  const { accountId, nodeId, places, flying, keepSeconds } = asked;
  const now = sql`extract(epoch FROM clock_timestamp())`;
  const held = (count: unknown) =>
    sql`jsonb_build_object(${nodeId}::text,
          jsonb_build_object('places', ${count}, 'endsAt', ${now} + ${keepSeconds}::float8))`;
  const mine = sql`greatest(1, least(
    ${places}::int - coalesce(sum((other.value->>'places')::int), 0),
    greatest(${places}::int / (count(*)::int + 1), ${flying}::int)))`;
  const { rows } = await sql<{ places: number }>`
    WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true) AS setting),
    taken AS (
      INSERT INTO gateway_shares AS held (gateway_account_id, nodes)
      VALUES (${accountId}, ${held(sql`${places}::int`)})
      ON CONFLICT (gateway_account_id) DO UPDATE SET nodes = (
        SELECT coalesce(jsonb_object_agg(other.key, other.value), '{}') || ${held(mine)}
          FROM jsonb_each(held.nodes) AS other
         WHERE other.key <> ${nodeId} AND (other.value->>'endsAt')::float8 > ${now})
      RETURNING (nodes->${nodeId}->>'places')::int AS places)
    SELECT taken.places FROM taken, relaxed`.execute(db);
  return rows[0]?.places ?? 1;
}
