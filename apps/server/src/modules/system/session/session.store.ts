import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { EndReason } from "./session.policy.ts";

type Db = Context["db"];
export type Session = Selectable<Tables["sessions"]>;
export type RefreshToken = Selectable<Tables["refreshTokens"]>;

/** Runs work in one transaction: the one there is, or a new one. */
export const inTransaction = <R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> =>
  db.isTransaction ? work(db) : db.transaction().execute((tx) => work(tx));

/** Lets one caller at a time open a session of the user, on whichever node. Ends with the transaction. */
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

/** Ends sessions; those that had ended keep their first reason. Answers the ids of the ones it ended. */
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

/** Notes activity of a session on this node. */
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

/** The merchant whose side a session looks at; most look at none, and nothing is asked for them. */
export const findViewed = async (db: Db, { viewMerchantId: id }: Pick<Session, "viewMerchantId">) =>
  id === null
    ? undefined
    : db.selectFrom("merchants").select(["id", "name", "tenantId"]).where("id", "=", id).executeTakeFirst();

/** The tenant inside which a session works; most work in their own, and nothing is asked for them. */
export const findVisited = async (db: Db, { visitTenantId: id }: Pick<Session, "visitTenantId">) =>
  id === null
    ? undefined
    : db.selectFrom("tenants").select(["id", "name", "orgId"]).where("id", "=", id).executeTakeFirst();

/** Gives the session a new word; the present one stays good until `previousUntil`. */
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

/** Spends a token, once: of two nodes that try, one gets true. */
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

/** Spends the token of the session that is still unused, for a successor made without being shown it. */
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

/** Removes what has been over for a month; the security log keeps the facts. */
export async function purgeSessions(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  const removed = await db.deleteFrom("sessions").where("expiresAt", "<", before).executeTakeFirst();
  // A successor's text is of use for seconds only.
  const sealedBefore = new Date(now.getTime() - 60_000).toISOString();
  await db
    .updateTable("refreshTokens")
    .set({ successorSealed: null })
    .where("usedAt", "<", sealedBefore)
    .where("successorSealed", "is not", null)
    .execute();
  return Number(removed.numDeletedRows);
}

/** Where nodes hear of sessions that ended or changed. */
export const sessionEndChannel = "session_ended";

/** Wakes the other nodes, so that they forget a session before their look-up grows old. Sent on commit. */
export async function announceEnded(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`SELECT pg_notify(${sessionEndChannel}, ${ids.join(",").slice(0, 7_000)})`.execute(db);
}
