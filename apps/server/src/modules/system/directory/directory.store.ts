import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Kysely<Tables>;
export type DirectoryRow = Selectable<Tables["ldapDirectories"]>;
export type UserLink = Selectable<Tables["userLdaps"]>;

/** The directory entry of a user, and its directory; undefined for users with a local password. */
export async function findLink(
  db: Db,
  userId: number,
): Promise<{ readonly link: UserLink; readonly directory: DirectoryRow } | undefined> {
  const link = await db.selectFrom("userLdaps").selectAll().where("userId", "=", userId).executeTakeFirst();
  if (!link) return undefined;
  const directory = await db
    .selectFrom("ldapDirectories")
    .selectAll()
    .where("id", "=", link.ldapId)
    .executeTakeFirstOrThrow();
  return { link, directory };
}

/** Stores the immutable id of an entry, once it was seen. */
export const noteEntry = (db: Db, userId: number, entryCode: string): Promise<unknown> =>
  db.updateTable("userLdaps").set({ entryCode }).where("userId", "=", userId).where("entryCode", "is", null).execute();

/** A directory in its current state, without data scope; undefined where it is gone. */
export const readDirectory = (db: Db, id: number): Promise<DirectoryRow | undefined> =>
  db.selectFrom("ldapDirectories").selectAll().where("id", "=", id).executeTakeFirst();

/** Enabled directories with scheduled synchronisation. */
export const scheduledDirectories = (db: Db): Promise<DirectoryRow[]> =>
  db
    .selectFrom("ldapDirectories")
    .selectAll()
    .where("status", "=", Status.Enable)
    .where("syncEvery", "<>", "off")
    .orderBy("id")
    .execute();

/** Accounts linked to entries of a directory. */
export const linksOf = (db: Db, ldapId: number): Promise<UserLink[]> =>
  db.selectFrom("userLdaps").selectAll().where("ldapId", "=", ldapId).orderBy("userId").execute();

/** The directory for manually entered links of a tenant's users: its first enabled one. */
export const firstDirectory = (db: Db, tenantId: number): Promise<DirectoryRow | undefined> =>
  db
    .selectFrom("ldapDirectories")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .orderBy("status")
    .orderBy("id")
    .executeTakeFirst();

/** Whether an account of the directory is linked to another user. */
export async function isAccountLinked(db: Db, ldapId: number, account: string, butOf: number): Promise<boolean> {
  const row = await db
    .selectFrom("userLdaps")
    .select("userId")
    .where("ldapId", "=", ldapId)
    .where(sql<boolean>`lower(account) = lower(${account})`)
    .where("userId", "<>", butOf)
    .executeTakeFirst();
  return row !== undefined;
}

const changeOf = (link: UserLink | undefined) => (link ? { ...link } : null);

/** Links a user to an entry, or unlinks them; audited with the previous link. */
export async function saveLink(
  ctx: Pick<Context, "db" | "recordChange">,
  userId: number,
  link: Omit<UserLink, "userId"> | null,
): Promise<void> {
  const before = await ctx.db
    .selectFrom("userLdaps")
    .selectAll()
    .where("userId", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before && !link) return;
  if (link)
    await ctx.db
      .insertInto("userLdaps")
      .values({ userId, ...link })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(link))
      .execute();
  else await ctx.db.deleteFrom("userLdaps").where("userId", "=", userId).execute();
  const after = link ? { userId, ...link } : null;
  ctx.recordChange({ table: "userLdaps", id: userId, before: changeOf(before), after });
}

/** Which of some users are linked to an entry of any directory. */
export const linksOfUsers = (db: Db, userIds: readonly number[]): Promise<UserLink[]> =>
  db
    .selectFrom("userLdaps")
    .selectAll()
    .where(sql<boolean>`user_id = ANY(${[...userIds]}::bigint[])`)
    .execute();

/** Stores the result of a directory's last synchronisation; not a user's change, and so without a version. */
export const noteSync = (db: Db, id: number, lastVerdict: DirectoryRow["lastVerdict"], at: Date): Promise<unknown> =>
  db.updateTable("ldapDirectories").set({ lastSyncTime: at.toISOString(), lastVerdict }).where("id", "=", id).execute();

/** Serialises synchronisations of a directory; released at commit. */
export const lockDirectory = (db: Db, id: number): Promise<DirectoryRow | undefined> =>
  db.selectFrom("ldapDirectories").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
