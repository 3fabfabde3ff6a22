import type { Actor } from "../access/actor.ts";
import { holds } from "../access/permission.ts";
import type { EventAudience } from "../http/context.ts";

/** Whether an event is for this actor: every condition of its audience must hold; an empty audience means everybody. */
export function isForActor(
  { userIds, tenantId, permission, sessionIds, merchantId }: EventAudience,
  actor: Actor,
): boolean {
  if (userIds && !userIds.includes(actor.userId)) return false;
  if (sessionIds && !sessionIds.includes(actor.sessionId)) return false;
  if (permission !== undefined && !holds(actor, permission)) return false;
  const { merchantIds } = actor.scope;
  if (merchantId !== undefined && merchantIds !== "all" && !merchantIds.includes(merchantId)) return false;
  return tenantId === undefined || actor.tenantId === tenantId || actor.scope.tenantId === null;
}
