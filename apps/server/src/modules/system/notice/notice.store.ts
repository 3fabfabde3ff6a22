import type { ListSpec } from "@countinghouse/contract/kit/list.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { NoticeStatus, NoticeUserStatus, Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Selectable, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

export type NoticeRow = Selectable<Tables["notices"]>;

/** Notices the caller wrote; the platform administrator sees all. */
export const writtenNotices = (ctx: Context) => {
  const query = from(ctx, "notices").selectAll("notices").select(tenantNameIn(ctx, "notices"));
  return ctx.actor.holdsAll ? query : query.where("notices.publicUserId", "=", ctx.actor.userId);
};

export const pageNotices = (ctx: Context, input: ListRequest): Promise<Page<NoticeRow>> =>
  pageQuery(ctx, writtenNotices(ctx), { spec: sysNotice.operations.page.list, input, nullable: ["publicTime"] });

export async function findNotice(ctx: Context, id: number): Promise<NoticeRow> {
  const row = await writtenNotices(ctx).where("notices.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysNotice", id);
  return row;
}

/** Name of the caller's organisation, stored with a notice. */
export const orgNameOf = async (ctx: Context): Promise<string | null> =>
  (await from(ctx, "orgs").select("name").where("id", "=", ctx.actor.orgId).executeTakeFirst())?.name ?? null;

/** Addresses a notice to all users of its tenant in the caller's scope who may sign in; answers their ids. */
export async function addressNotice(ctx: Context, notice: NoticeRow): Promise<number[]> {
  await ctx.db.deleteFrom("noticeUsers").where("noticeId", "=", notice.id).execute();
  const readers = from(ctx, "users")
    .select(["users.tenantId", sql<number>`${notice.id}::bigint`.as("noticeId"), "users.id as userId"])
    .where("users.tenantId", "=", notice.tenantId)
    .where("users.status", "=", Status.Enable);
  const rows = await ctx.db
    .insertInto("noticeUsers")
    .columns(["tenantId", "noticeId", "userId"])
    .expression(readers)
    .returning("userId")
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Marks a notice as read; answers false where the caller never received it. */
export async function markRead(ctx: Context, noticeId: number): Promise<boolean> {
  const mine = from(ctx, "noticeUsers")
    .select("readStatus")
    .where("noticeId", "=", noticeId)
    .where("userId", "=", ctx.actor.userId);
  const row = await mine.forUpdate().executeTakeFirst();
  if (!row) return false;
  if (row.readStatus === NoticeUserStatus.UNREAD) {
    await ctx.db
      .updateTable("noticeUsers")
      .set({ readStatus: NoticeUserStatus.READ, readTime: ctx.now.toISOString() })
      .where("noticeId", "=", noticeId)
      .where("userId", "=", ctx.actor.userId)
      .execute();
  }
  return true;
}

const received = (ctx: Context) =>
  from(ctx, "noticeUsers")
    .innerJoin("notices", "notices.id", "noticeUsers.noticeId")
    .where("noticeUsers.userId", "=", ctx.actor.userId)
    .where("notices.status", "=", NoticeStatus.PUBLIC);

interface ReceivedSearch {
  readonly title?: string | null | undefined;
  readonly type?: 1 | 2 | null | undefined;
  readonly readStatus?: 0 | 1 | null | undefined;
  readonly page: number;
  readonly pageSize: number;
}

const newestFirst: ListSpec = { filters: {}, sortBy: ["id"], defaultSort: { field: "id", order: "desc" } };

/** Published notices that the caller received, newest first, each with the notice itself. */
export async function pageReceived(ctx: Context, { title, type, readStatus, page, pageSize }: ReceivedSearch) {
  let query = received(ctx).select([
    "noticeUsers.id",
    "noticeUsers.noticeId",
    "noticeUsers.readStatus",
    "noticeUsers.readTime",
  ]);
  if (title) query = query.where(sql<boolean>`strpos(lower(notices.title), lower(${title})) > 0`);
  if (type) query = query.where("notices.type", "=", type);
  if (readStatus !== null && readStatus !== undefined) query = query.where("noticeUsers.readStatus", "=", readStatus);
  const id = sql.ref("noticeUsers.id");
  const found = await pageQuery(ctx, query, { spec: newestFirst, input: { page, pageSize }, columnOf: () => id, id });
  const notices = new Map(
    (
      await readNotices(
        ctx,
        found.items.map(({ noticeId }) => noticeId),
      )
    ).map((notice) => [notice.id, notice]),
  );
  return { ...found, items: found.items.flatMap((item) => withNotice(item, notices.get(item.noticeId))) };
}

const withNotice = <I extends object>(item: I, sysNotice: NoticeRow | undefined) =>
  sysNotice ? [{ ...item, sysNotice }] : [];

const readNotices = (ctx: Context, ids: readonly number[]): Promise<NoticeRow[]> =>
  from(ctx, "notices")
    .selectAll()
    .where(sql<boolean>`id = ANY(${[...ids]}::bigint[])`)
    .execute();

/** The newest published notices that the caller has not read. */
export const listUnread = (ctx: Context): Promise<NoticeRow[]> =>
  received(ctx)
    .selectAll("notices")
    .where("noticeUsers.readStatus", "=", NoticeUserStatus.UNREAD)
    .orderBy("noticeUsers.id", "desc")
    .limit(100)
    .execute();

interface PostedText {
  readonly tenantId: number;
  readonly title: string;
  readonly content: string;
}

/** The platform's own account and name, the author of product notices. */
const author = { publicUserId: 1, publicUserName: "Countinghouse" } as const;

/** Inserts a published notice of the product for some users. */
export async function insertPosted(ctx: Context, text: PostedText, userIds: readonly number[]): Promise<number> {
  const values = {
    ...text,
    ...author,
    type: 1,
    status: NoticeStatus.PUBLIC,
    publicTime: ctx.now.toISOString(),
  } as const;
  const { id: noticeId } = await ctx.db.insertInto("notices").values(values).returning("id").executeTakeFirstOrThrow();
  await ctx.db
    .insertInto("noticeUsers")
    .values(userIds.map((userId) => ({ tenantId: text.tenantId, noticeId, userId })))
    .execute();
  return noticeId;
}
