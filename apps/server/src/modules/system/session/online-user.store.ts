import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { type OnlineUser, sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { pageQuery } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Session } from "./session.store.ts";

type PageInput = InputOf<typeof sysOnlineUser.operations.page>;
export type OnlineRow = z.output<typeof OnlineUser>;

const columns: Readonly<Record<string, string>> = { time: "createdAt", lastSeenTime: "lastSeenAt" };

/** Live sessions by their times; idle ones past the limit are left out although nothing ended them yet. */
const live = (ctx: Context, idleMs: number) =>
  from(ctx, "sessions")
    .where("endedAt", "is", null)
    .where("expiresAt", ">", ctx.now.toISOString())
    .where("lastSeenAt", ">", new Date(ctx.now.getTime() - idleMs).toISOString());

/** One page of the live sessions in the actor's scope. */
export async function pageLiveSessions(ctx: Context, input: PageInput, idleMs: number) {
  const page = await pageQuery<Session & Pick<OnlineRow, "tenantName">>(
    ctx,
    live(ctx, idleMs).selectAll().select(tenantNameIn(ctx, "sessions")),
    {
      spec: sysOnlineUser.operations.page.list,
      input,
      columnOf: (field) => sql.ref(columns[field] ?? field),
    },
  );
  return {
    ...page,
    items: page.items.map((session) => ({
      ...toOnlineUser(session, ctx.actor.sessionId),
      tenantName: session.tenantName,
    })),
  };
}

/** A live session in the actor's scope. */
export const findLiveSession = (ctx: Context, id: string): Promise<Session | undefined> =>
  from(ctx, "sessions").selectAll().where("id", "=", id).where("endedAt", "is", null).executeTakeFirst();

export const toOnlineUser = (session: Session, currentId: string): OnlineRow => ({
  id: session.id,
  userId: session.userId,
  userName: session.userName,
  realName: session.realName,
  time: session.createdAt,
  lastSeenTime: session.lastSeenAt,
  ip: session.ip,
  place: session.place,
  browser: session.browser,
  os: session.os,
  node: session.node || null,
  method: session.method,
  hasSecondFactor: session.secondFactorAt !== null,
  isLocked: session.isLocked,
  isCurrent: session.id === currentId,
});
