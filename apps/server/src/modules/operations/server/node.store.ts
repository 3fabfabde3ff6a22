import { type Insertable, type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { NodeFacts } from "./server.table.ts";

type Db = Kysely<Tables>;

/** Seconds of silence after which a node counts as gone. */
export const silentSeconds = 30;
const keptHours = 24;

/** A process of the installation. */
export interface StoredNode {
  readonly id: string;
  readonly name: string;
  readonly role: "all" | "api" | "worker";
  readonly facts: NodeFacts;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly stoppedAt: string | null;
  /** Heard from within the last half minute, by the database's clock. */
  readonly isWorking: boolean;
}

interface Joining extends Pick<StoredNode, "id" | "name" | "role" | "facts"> {}

/** Registers the node, and renews this every few seconds. */
export async function noteNode(db: Db, { id, name, role, facts }: Joining): Promise<void> {
  await sql`
    INSERT INTO nodes (id, name, role, facts, started_at, seen_at)
    VALUES (${id}, ${name}, ${role}, ${JSON.stringify(facts)}::jsonb, now(), now())
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`.execute(db);
}

export async function noteNodeStopped(db: Db, id: string): Promise<void> {
  await sql`UPDATE nodes SET stopped_at = now(), seen_at = now() WHERE id = ${id}`.execute(db);
}

/** The nodes of the last day, live ones first. */
export async function storedNodes(db: Db): Promise<StoredNode[]> {
  const { rows } = await sql<StoredNode>`
    SELECT id, name, role, facts, started_at, seen_at, stopped_at,
           stopped_at IS NULL AND seen_at > now() - make_interval(secs => ${silentSeconds}) AS is_working
      FROM nodes
     WHERE seen_at > now() - make_interval(hours => ${keptHours})
     ORDER BY is_working DESC, name, started_at DESC`.execute(db);
  return rows;
}

/** Sends a question to other nodes, by notification. */
export const sendAsk = (db: Db, channel: string, payload: string): Promise<unknown> =>
  sql`SELECT pg_notify(${channel}, ${payload})`.execute(db);

export const writeAnswer = (db: Db, askId: string, nodeId: string, answer: object): Promise<unknown> =>
  sql`INSERT INTO node_answers (ask_id, node_id, answer) VALUES (${askId}, ${nodeId}, ${JSON.stringify(answer)}::jsonb)`.execute(
    db,
  );

export const answersTo = (db: Db, askId: string): Promise<{ nodeId: string; answer: unknown }[]> =>
  db.selectFrom("nodeAnswers").select(["nodeId", "answer"]).where("askId", "=", askId).execute();

/** Deletes the answers to a question, and abandoned ones. */
export const forgetAnswers = (db: Db, askId: string): Promise<unknown> =>
  sql`DELETE FROM node_answers WHERE ask_id = ${askId} OR created_at < now() - interval '1 minute'`.execute(db);

export const insertNodeSample = (db: Db, sample: Insertable<Tables["nodeSamples"]>): Promise<unknown> =>
  db
    .insertInto("nodeSamples")
    .values(sample)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Deletes samples older than a day, and nodes not heard from since. */
export async function purgeSamples(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (keptHours + 1) * 3_600_000).toISOString();
  await db.deleteFrom("nodeSamples").where("at", "<", before).execute();
  await db.deleteFrom("databaseSamples").where("at", "<", before).execute();
  await sql`DELETE FROM nodes WHERE seen_at < now() - make_interval(hours => ${keptHours + 1})`.execute(db);
}
