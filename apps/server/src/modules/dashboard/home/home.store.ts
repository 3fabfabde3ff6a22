import type { HomeOverview } from "@countinghouse/contract/dashboard/home/home.ts";
import {
  AccountType,
  LoginType,
  NoticeStatus,
  NoticeUserStatus,
  Status,
} from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

// The home page reads other modules' rows, as reports do, through the same data scope.

export async function postgresVersion({ db }: Pick<Context, "db">): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return rows[0]?.version ?? "";
}

export async function tenantName(ctx: Context): Promise<string> {
  const row = await from(ctx, "tenants").select("name").where("id", "=", ctx.actor.tenantId).executeTakeFirst();
  return row?.name ?? "";
}

/** The caller's last successful sign-in before the current session. */
export async function earlierSignIn(ctx: Context): Promise<HomeOverview["lastSignIn"]> {
  const session = await ctx.db
    .selectFrom("sessions")
    .select("createdAt")
    .where("id", "=", ctx.actor.sessionId)
    .executeTakeFirst();
  const visit = await from(ctx, "visits")
    .select(["createTime", "remoteIp", "location", "browser", "os"])
    .where("account", "=", ctx.actor.account)
    .where("visitType", "=", LoginType.Login)
    .where("status", "=", "200")
    .where("createTime", "<", session?.createdAt ?? ctx.now.toISOString())
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!visit) return null;
  const { createTime, remoteIp, location, browser, os } = visit;
  return { time: createTime, ip: remoteIp, place: location, browser, os };
}

interface Days {
  readonly today: string;
  readonly monday: string;
  readonly sunday: string;
}

type EntryCounts = Pick<HomeOverview, "openEntries" | "overdueEntries" | "weekEntries" | "weekEntriesDone">;

/** Counts of the caller's own calendar. */
export const countEntries = (ctx: Context, { today, monday, sunday }: Days): Promise<EntryCounts> => {
  const isOpen = sql<boolean>`status = 0`;
  const isThisWeek = sql<boolean>`schedule_time BETWEEN ${monday}::date AND ${sunday}::date`;
  return from(ctx, "schedules")
    .select([
      sql<number>`count(*) FILTER (WHERE ${isOpen})`.as("openEntries"),
      sql<number>`count(*) FILTER (WHERE ${isOpen} AND schedule_time < ${today}::date)`.as("overdueEntries"),
      sql<number>`count(*) FILTER (WHERE ${isThisWeek})`.as("weekEntries"),
      sql<number>`count(*) FILTER (WHERE ${isThisWeek} AND NOT ${isOpen})`.as("weekEntriesDone"),
    ])
    .executeTakeFirstOrThrow();
};

export async function countUnread(ctx: Context): Promise<number> {
  const row = await from(ctx, "noticeUsers")
    .innerJoin("notices", "notices.id", "noticeUsers.noticeId")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("noticeUsers.userId", "=", ctx.actor.userId)
    .where("noticeUsers.readStatus", "=", NoticeUserStatus.UNREAD)
    .where("notices.status", "=", NoticeStatus.PUBLIC)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether the caller has a usable second factor: a confirmed authenticator app, or a passkey. */
export async function hasSecondFactor({ db, actor }: Context): Promise<boolean> {
  const totp = await db
    .selectFrom("totpFactors")
    .select("userId")
    .where("userId", "=", actor.userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  if (totp) return true;
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("userId", "=", actor.userId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Whether another user of the caller's rank and tenant could replace the caller. */
export async function hasSecondAdministrator(ctx: Context): Promise<boolean> {
  const { userId, tenantId, accountType } = ctx.actor;
  const other = await from(ctx, "users")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("accountType", "=", accountType as AccountType)
    .where("status", "=", Status.Enable)
    .where("id", "<>", userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether a user who is not an administrator can do the daily work. */
export async function hasOperator(ctx: Context): Promise<boolean> {
  const operator = await from(ctx, "users")
    .innerJoin("userRoles", "userRoles.userId", "users.id")
    .select("users.id")
    .where("users.tenantId", "=", ctx.actor.tenantId)
    .where("users.accountType", "<", AccountType.SysAdmin)
    .where("users.status", "=", Status.Enable)
    .limit(1)
    .executeTakeFirst();
  return operator !== undefined;
}

export async function hasNotice(ctx: Context): Promise<boolean> {
  const notice = await from(ctx, "notices")
    .select("id")
    .where("tenantId", "=", ctx.actor.tenantId)
    .where("publicTime", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return notice !== undefined;
}
