import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { hmacSha256, sameSecret } from "../../../platform/crypto/digest.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { resolveAccess } from "../../system/role/index.ts";
import { sessionsOf } from "../../system/session/index.ts";

/** Lifetime of a ticket in seconds; the embedding page renews it before. */
export const ticketSeconds = 300;
/** The ticket's cookie: limited to the board's path, unreadable to scripts, and never part of an address. */
export const ticketCookie = "ch_board";

/** Sets a ticket cookie for the board of this installation. */
export function setTicket({ secret, config }: Platform, ctx: Context): void {
  const { id, key } = installationKeys(secret).ring.active("board-ticket");
  const until = Math.floor(ctx.now.getTime() / 1_000) + ticketSeconds;
  const text = `${ctx.actor.sessionId}.${until}.${id}`;
  const attributes = ["Path=/schedule", `Max-Age=${ticketSeconds}`, "HttpOnly", "SameSite=Strict"];
  if (config.isProduction) attributes.push("Secure");
  ctx.setHeader("set-cookie", `${ticketCookie}=${text}.${hmacSha256(key, text)}; ${attributes.join("; ")}`);
}

/** Whether a ticket is valid: unexpired, issued here, of a live session whose user may still see the board. */
export async function isGoodTicket(platform: Platform, ticket: string): Promise<boolean> {
  const [sessionId = "", until = "", keyId = "", mac = ""] = ticket.split(".");
  const named = installationKeys(platform.secret).ring.named("board-ticket", keyId);
  if (!named || !sameSecret(hmacSha256(named.key, `${sessionId}.${until}.${keyId}`), mac)) return false;
  const now = platform.clock.now();
  if (Number(until) * 1_000 <= now.getTime()) return false;
  const session = await sessionsOf(platform).find(platform.db, sessionId);
  if (!session || session.endedAt !== null || session.isLocked || Date.parse(session.expiresAt) <= now.getTime())
    return false;
  const access = await resolveAccess(platform, session.userId);
  return access !== undefined && (access.holdsAll || access.permissions.has(permissionOf(sysJob.name, "board")));
}
