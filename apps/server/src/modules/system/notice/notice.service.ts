import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { noticeLifecycle } from "@countinghouse/contract/system/notice/notice.lifecycle.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { NoticeStatus } from "@countinghouse/contract/system-enumerations.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addressNotice, findNotice, insertPosted, markRead, type NoticeRow, orgNameOf } from "./notice.store.ts";

type Operations = typeof sysNotice.operations;
type State = (typeof noticeLifecycle.states)[number];
const notices = recordOperations({ table: "notices", resource: sysNotice });
const status = { draft: 0, published: 1, withdrawn: 2 } as const;
/**
 * Recipients listed individually in the event; above this number the event goes to the tenant and only says that there
 * is news.
 */
const namedReaders = 1000;

const stateOf = (notice: NoticeRow): State => (NoticeStatus.memberOf(notice.status)?.name ?? "CANCEL") as State;

/** Locks a notice written by the caller, or any for the platform administrator. */
async function lockNotice(ctx: Context, id: number): Promise<NoticeRow> {
  await findNotice(ctx, id);
  return lockRow(ctx, "notices", sysNotice, id);
}

/** The author is the caller, whatever the body says. */
export async function addNotice(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  const { userId, realName, orgId } = ctx.actor;
  const author = {
    publicUserId: userId,
    publicUserName: realName,
    publicOrgId: orgId || null,
    publicOrgName: await orgNameOf(ctx),
  };
  return notices.add(ctx, { ...input, ...author });
}

export async function updateNotice(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const notice = await lockNotice(ctx, input.id);
  if (notice.status !== status.draft) throw refuse("sysNotice.notDraft", { title: notice.title });
  return notices.update(ctx, input);
}

export async function deleteNotice(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const notice = await lockNotice(ctx, input.id);
  if (notice.status === status.published) throw refuse("sysNotice.published", { title: notice.title });
  return notices.delete(ctx, input);
}

export async function publishNotice(ctx: Context, { id }: InputOf<Operations["public"]>): Promise<null> {
  const notice = await lockNotice(ctx, id);
  if (!allows(noticeLifecycle, stateOf(notice), "public")) throw refuse("sysNotice.notDraft", { title: notice.title });
  const change = { id, status: status.published, publicTime: ctx.now.toISOString() };
  await notices.update(ctx, change);
  const userIds = await addressNotice(ctx, notice);
  const audience = userIds.length > namedReaders ? { tenantId: notice.tenantId } : { userIds };
  if (userIds.length > 0) await ctx.emit({ topic: "notice.published", payload: { noticeId: id }, audience });
  return null;
}

export async function withdrawNotice(ctx: Context, { id }: InputOf<Operations["cancel"]>): Promise<null> {
  const notice = await lockNotice(ctx, id);
  if (!allows(noticeLifecycle, stateOf(notice), "cancel"))
    throw refuse("sysNotice.notPublished", { title: notice.title });
  const change = { id, status: status.withdrawn, cancelTime: ctx.now.toISOString() };
  await notices.update(ctx, change);
  await ctx.emit({ topic: "notice.withdrawn", payload: { noticeId: id }, audience: { tenantId: notice.tenantId } });
  return null;
}

export async function readNotice(ctx: Context, { id }: InputOf<Operations["setRead"]>): Promise<null> {
  if (!(await markRead(ctx, id))) throw notFound("sysNotice", id);
  return null;
}

/** A notice from the product itself. */
export interface PostedNotice {
  readonly tenantId: number;
  readonly userIds: readonly number[];
  readonly title: string;
  readonly content: string;
}

/** Publishes a notice of the product to some users at once; to nobody where the list is empty. */
export async function postNotice(ctx: Context, { userIds, ...notice }: PostedNotice): Promise<void> {
  if (userIds.length === 0) return;
  const noticeId = await insertPosted(ctx, notice, userIds);
  await ctx.emit({ topic: "notice.published", payload: { noticeId }, audience: { userIds } });
}
