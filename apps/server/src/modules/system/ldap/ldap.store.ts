import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import type { LdapKind } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { from, insert, type NewRow } from "../../../platform/db/scoped.ts";
import { assertFresh, lockRow, recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { DirectoryRow } from "../directory/index.ts";

type Db = Kysely<Tables>;
export type RunRow = Selectable<Tables["ldapRuns"]>;
export type OrgLink = Selectable<Tables["orgLdaps"]>;

const orgName = sql<string | null>`(SELECT o.name FROM orgs o WHERE o.id = ldap_directories.org_id)`;
const linkCount = sql<number>`(SELECT count(*)::integer FROM user_ldaps l WHERE l.ldap_id = ldap_directories.id)`;

/** Directories without their password, for answers. */
const described = (ctx: Context) =>
  from(ctx, "ldapDirectories")
    .select([
      "id",
      "host",
      "port",
      "tls",
      "caCertificate",
      "baseDn",
      "bindDn",
      "bindPassTime",
      "authFilter",
      "userFilter",
      "orgFilter",
      "bindAttrAccount",
      "bindAttrEmployeeId",
      "bindAttrCode",
      "attrRealName",
      "attrEmail",
      "attrPhone",
      "orgId",
      "addsUsers",
      "syncEvery",
      "lastSyncTime",
      "lastVerdict",
      "status",
      "remark",
      "version",
      "createTime",
      "createUserId",
      "createUserName",
      "updateTime",
      "updateUserId",
      "updateUserName",
    ])
    .select([orgName.as("orgName"), linkCount.as("linkCount")]);

/** Answers page, detail and export. */
export const directoryReads = recordReads({ table: "ldapDirectories", resource: sysLdap, describe: described });

/** A directory in scope with its encrypted password. */
export async function findDirectory(ctx: Context, id: number): Promise<DirectoryRow> {
  const row = await from(ctx, "ldapDirectories").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysLdap", id);
  return row;
}

export const insertDirectory = async (ctx: Context, values: NewRow<"ldapDirectories">): Promise<number> =>
  (await insert(ctx, "ldapDirectories", values)).id;

/** A directory in scope, locked; refuses a stale version. */
export async function lockDirectoryRow(ctx: Context, id: number, version?: number | null): Promise<DirectoryRow> {
  const row = await lockRow(ctx, "ldapDirectories", sysLdap, id);
  assertFresh(sysLdap, version, row.version);
  return row;
}

/** Number of accounts that sign in by a directory. */
export async function countLinks({ db }: Pick<Context, "db">, ldapId: number): Promise<number> {
  const { count } = await db
    .selectFrom("userLdaps")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("ldapId", "=", ldapId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const runsShown = 20;

/** The last runs of a directory in scope, the latest first. */
export const lastRuns = (ctx: Context, ldapId: number): Promise<RunRow[]> =>
  from(ctx, "ldapRuns").selectAll().where("ldapId", "=", ldapId).orderBy("id", "desc").limit(runsShown).execute();

/** In minutes, longer than a job may take: an older open run belongs to a node that crashed. */
const runMinutesMax = 30;

/** Whether a synchronisation of the directory is running. */
export async function isRunning({ db, now }: Pick<Context, "db" | "now">, ldapId: number): Promise<boolean> {
  const since = new Date(now.getTime() - runMinutesMax * 60_000).toISOString();
  const row = await db
    .selectFrom("ldapRuns")
    .select("id")
    .where("ldapId", "=", ldapId)
    .where("verdict", "=", "running")
    .where("startTime", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewRun {
  readonly directory: Pick<DirectoryRow, "id" | "tenantId">;
  readonly kind: ValueOf<typeof LdapKind>;
  readonly startUserName: string | null;
  readonly now: Date;
}

/** Opens a run, and deletes old ones. */
export async function openRun(db: Db, { directory, kind, startUserName, now }: NewRun): Promise<number> {
  const { id: ldapId, tenantId } = directory;
  const { id } = await db
    .insertInto("ldapRuns")
    .values({ tenantId, ldapId, kind, startUserName, startTime: now.toISOString(), detail: null, endTime: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`DELETE FROM ldap_runs WHERE ldap_id = ${ldapId} AND id < (
    SELECT min(id) FROM (SELECT id FROM ldap_runs WHERE ldap_id = ${ldapId} ORDER BY id DESC LIMIT 200) AS kept)`.execute(
    db,
  );
  return id;
}

type RunEnd = Pick<Insertable<Tables["ldapRuns"]>, "added" | "linked" | "changed" | "disabled" | "skipped"> & {
  readonly verdict: RunRow["verdict"];
  readonly facts: object;
  readonly detail: string | null;
};

/** Stores the result of a run, once. */
export const endRun = (db: Db, id: number, { facts, ...end }: RunEnd, now: Date): Promise<unknown> =>
  db
    .updateTable("ldapRuns")
    .set({ ...end, facts: JSON.stringify(facts), endTime: now.toISOString() })
    .where("id", "=", id)
    .where("verdict", "=", "running")
    .execute();

export const orgLinksOf = (db: Db, ldapId: number): Promise<OrgLink[]> =>
  db.selectFrom("orgLdaps").selectAll().where("ldapId", "=", ldapId).orderBy("orgId").execute();

/** Links an organisation to its entry, or updates the entry's place. */
export async function saveOrgLink(ctx: Pick<Context, "db" | "recordChange">, link: OrgLink): Promise<void> {
  await ctx.db
    .insertInto("orgLdaps")
    .values(link)
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(link))
    .execute();
}
