import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Kysely<Tables>;
export type DirectoryRow = Selectable<Tables["ldapDirectories"]>;
export type UserLink = Selectable<Tables["userLdaps"]>;

/** The entry that a user signs in by, and where it is; undefined for those whose password is kept here. */
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

/** Keeps what never changes of an entry, once it was seen. */
export const noteEntry = (db: Db, userId: number, entryCode: string): Promise<unknown> =>
  db.updateTable("userLdaps").set({ entryCode }).where("userId", "=", userId).where("entryCode", "is", null).execute();

/** A directory as it is now, whoever asks; undefined where it is gone. */
export const readDirectory = (db: Db, id: number): Promise<DirectoryRow | undefined> =>
  db.selectFrom("ldapDirectories").selectAll().where("id", "=", id).executeTakeFirst();

/** Directories that are on and read without anybody asking. */
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

/** The directory in which people of a tenant are, where their account there is written by hand: its first one that is on. */
export const firstDirectory = (db: Db, tenantId: number): Promise<DirectoryRow | undefined> =>
  db
    .selectFrom("ldapDirectories")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .orderBy("status")
    .orderBy("id")
    .executeTakeFirst();

/** Whether an account of the directory is linked to somebody else. */
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

/** Links a user to an entry, or to none; audited with what it was. */
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

/** Who of some users is linked to an entry of any directory. */
export const linksOfUsers = (db: Db, userIds: readonly number[]): Promise<UserLink[]> =>
  db
    .selectFrom("userLdaps")
    .selectAll()
    .where(sql<boolean>`user_id = ANY(${[...userIds]}::bigint[])`)
    .execute();

/** Notes what the last synchronisation of a directory came to; nobody's change, and so without a version. */
export const noteSync = (db: Db, id: number, lastVerdict: DirectoryRow["lastVerdict"], at: Date): Promise<unknown> =>
  db.updateTable("ldapDirectories").set({ lastSyncTime: at.toISOString(), lastVerdict }).where("id", "=", id).execute();

/** Lets one synchronisation of a directory through at a time; released at commit. */
export const lockDirectory = (db: Db, id: number): Promise<DirectoryRow | undefined> =>
  db.selectFrom("ldapDirectories").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
