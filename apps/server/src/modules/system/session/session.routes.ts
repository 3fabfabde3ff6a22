import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { settingOf } from "../../settings/config/index.ts";
import { findLiveSession, pageLiveSessions, toOnlineUser } from "./online-user.store.ts";
import { isLive, outranks } from "./session.policy.ts";
import { sessionsOf } from "./session.service.ts";
import { liveSessionsOf } from "./session.store.ts";

const idleOf = async (ctx: Context): Promise<number> => (await settingOf(ctx, "sys_idle_minutes")) * 60_000;

async function ownSessions(ctx: Context) {
  const idleMs = await idleOf(ctx);
  return (await liveSessionsOf(ctx.db, ctx.actor.userId, ctx.now)).filter((session) =>
    isLive(session, idleMs, ctx.now),
  );
}

/** Routes of live sessions, for operators and users. */
export function sessionRoutes(platform: Platform): ResourceRoutes {
  const sessions = sessionsOf(platform);
  return implement(sysOnlineUser, {
    page: async (ctx, input) => pageLiveSessions(ctx, input, await idleOf(ctx)),
    forceOffline: async (ctx, { id }) => {
      const session = await findLiveSession(ctx, id);
      if (!session) throw notFound("sysOnlineUser", id);
      if (outranks(session, ctx.actor)) throw refuse("sysOnlineUser.outranked", { account: session.userName });
      await sessions.end(ctx, [id], "forced");
      ctx.recordChange({
        table: "sessions",
        id,
        before: { endedAt: null },
        after: { endReason: "forced", userId: session.userId },
      });
      return null;
    },
    ownList: async (ctx) => (await ownSessions(ctx)).map((session) => toOnlineUser(session, ctx.actor.sessionId)),
    endOwn: async (ctx, { id }) => {
      const own = (await ownSessions(ctx)).find((session) => session.id === id);
      if (!own) throw notFound("sysOnlineUser", id);
      await sessions.end(ctx, [id], "signedOut");
      return null;
    },
    endOthers: async (ctx) => ({
      ended: await sessions.endAllOf(ctx, ctx.actor.userId, "signedOut", ctx.actor.sessionId),
    }),
  });
}
