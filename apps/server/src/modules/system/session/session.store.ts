import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { EndReason } from "./session.policy.ts";

type Db = Context["db"];
export type Session = Selectable<Tables["sessions"]>;
export type RefreshToken = Selectable<Tables["refreshTokens"]>;

/** Runs work in the current transaction, or in a new one. */
export const inTransaction = <R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> =>
  db.isTransaction ? work(db) : db.transaction().execute((tx) => work(tx));

/** Serialises new sessions of a user over all nodes, until the end of the transaction. */
export async function queueForUser(db: Db, userId: number, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + 86_400_000).toISOString();
  await db
    .insertInto("signInCounters")
    .values({
      kind: "sessions",
      key: String(userId),
      count: 1,
      windowStart: now.toISOString(),
      lockedUntil: null,
      expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["kind", "key"]).doUpdateSet({ windowStart: now.toISOString(), expiresAt }),
    )
    .execute();
}

export async function insertSession(db: Db, session: Insertable<Tables["sessions"]>): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

export const findByTokenSecret = (db: Db, word: string): Promise<Session | undefined> =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where((where) => where.or([where("word", "=", word), where("previousWord", "=", word)]))
    .where("endedAt", "is", null)
    .executeTakeFirst();

export const findSession = (db: Db, id: string): Promise<Session | undefined> =>
  db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();

export const liveSessionsOf = (db: Db, userId: number, now: Date): Promise<Session[]> =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now.toISOString())
    .orderBy("createdAt")
    .orderBy("id")
    .execute();

/** Ends sessions; ended ones keep their first reason. Answers the ids of those it ended. */
export async function endSessions(db: Db, ids: readonly string[], reason: EndReason, now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const ended = await db
    .updateTable("sessions")
    .set({ endedAt: now.toISOString(), endReason: reason })
    .where("id", "in", [...ids])
    .where("endedAt", "is", null)
    .returning("id")
    .execute();
  return ended.map(({ id }) => id);
}

/** Records activity of a session on this node. */
export async function touchSession(db: Db, id: string, { now, node }: { now: Date; node: string }): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable("sessions")
    .set({ lastSeenAt: at, node })
    .where("id", "=", id)
    .where("lastSeenAt", "<", at)
    .where("endedAt", "is", null)
    .execute();
}

export async function updateSession(
  db: Db,
  id: string,
  values: Partial<
    Pick<
      Session,
      | "isLocked"
      | "provenAt"
      | "secondFactorAt"
      | "lastSeenAt"
      | "viewMerchantId"
      | "viewUntil"
      | "visitTenantId"
      | "visitUntil"
    >
  >,
): Promise<void> {
  await db.updateTable("sessions").set(values).where("id", "=", id).where("endedAt", "is", null).execute();
}

/** The merchant in a session's view; most have none, and nothing is queried for them. */
export const findViewed = async (db: Db, { viewMerchantId: id }: Pick<Session, "viewMerchantId">) =>
  id === null
    ? undefined
    : db.selectFrom("merchants").select(["id", "name", "tenantId"]).where("id", "=", id).executeTakeFirst();

/** The tenant visited by a session; most visit none, and nothing is queried for them. */
export const findVisited = async (db: Db, { visitTenantId: id }: Pick<Session, "visitTenantId">) =>
  id === null
    ? undefined
    : db.selectFrom("tenants").select(["id", "name", "orgId"]).where("id", "=", id).executeTakeFirst();

/** Replaces the session's secret; the current one stays valid until `previousUntil`. */
export async function changeTokenSecret(db: Db, id: string, word: string, previousUntil: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set(({ ref }) => ({ word, previousWord: ref("word"), previousWordUntil: previousUntil.toISOString() }))
    .where("id", "=", id)
    .execute();
}

export async function insertRefreshToken(db: Db, token: Insertable<Tables["refreshTokens"]>): Promise<void> {
  await db.insertInto("refreshTokens").values(token).execute();
}

export const findRefreshToken = (db: Db, hash: string): Promise<RefreshToken | undefined> =>
  db.selectFrom("refreshTokens").selectAll().where("hash", "=", hash).executeTakeFirst();

interface Use {
  readonly hash: string;
  readonly successorHash: string;
  readonly successorSealed: string;
  readonly now: Date;
}

/** Uses up a token, once: of two nodes, one gets true. */
export async function useRefreshToken(db: Db, { hash, successorHash, successorSealed, now }: Use): Promise<boolean> {
  const at = now.toISOString();
  const used = await db
    .updateTable("refreshTokens")
    .set({ usedAt: at, successorHash, successorSealed })
    .where("hash", "=", hash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", at)
    .returning("hash")
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses up the session's unused token, for a successor issued without presenting it. */
export async function replaceRefreshToken(
  db: Db,
  sessionId: string,
  successorHash: string,
  now: Date,
): Promise<string | undefined> {
  const used = await db
    .updateTable("refreshTokens")
    .set({ usedAt: now.toISOString(), successorHash })
    .where("sessionId", "=", sessionId)
    .where("usedAt", "is", null)
    .returning("hash")
    .executeTakeFirst();
  return used?.hash;
}

/** Deletes sessions that ended a month ago; the security log keeps the facts. */
export async function purgeSessions(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  const removed = await db.deleteFrom("sessions").where("expiresAt", "<", before).executeTakeFirst();
  // The text of a successor is needed for seconds only.
  const sealedBefore = new Date(now.getTime() - 60_000).toISOString();
  await db
    .updateTable("refreshTokens")
    .set({ successorSealed: null })
    .where("usedAt", "<", sealedBefore)
    .where("successorSealed", "is not", null)
    .execute();
  return Number(removed.numDeletedRows);
}

/** Notification channel for sessions that ended or changed. */
export const sessionEndChannel = "session_ended";

/** Notifies the other nodes, so that they evict a session before their cache expires. Sent on commit. */
export async function announceEnded(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`SELECT pg_notify(${sessionEndChannel}, ${ids.join(",").slice(0, 7_000)})`.execute(db);
}
