import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { type Actor, isOfMerchant } from "./actor.ts";

/** How long a proven factor lets step-up operations through. */
export const stepUpWindowMs = 5 * 60_000;

/** Whether the operation is for people like the actor: some are the operator's alone, whatever a merchant's role holds. */
export const isFor = (actor: Pick<Actor, "scope">, operation: Operation | undefined): boolean =>
  operation?.for !== "operator" || !isOfMerchant(actor);

/** Whether the actor holds a permission code. */
export const holds = (actor: Actor, permission: string): boolean => actor.holdsAll || actor.permissions.has(permission);

/**
 * Refuses an actor who may not run the operation: 401 without a session, 423 while its screen is locked, 403 without
 * the permission, for a command while only looking at a merchant's side,
 * for somebody who signs in for a merchant where the operation is the operator's, or without a fresh factor where the operation asks for one. The only place where this is decided.
 */
export function assertMay(actor: Actor, resource: string, name: string, operation: Operation, now: Date): void {
  if (operation.access === "anonymous") return;
  if (!actor.isSignedIn) throw refuse("platform.unauthenticated");
  if (actor.isLocked && !operation.whileLocked) throw refuse("platform.locked");
  const permission = permissionOf(resource, name);
  if (operation.access === "permission" && !holds(actor, permission)) {
    throw refuse("platform.forbidden", { permission });
  }
  if (actor.viewing && operation.kind === "command" && operation.access === "permission")
    throw refuse("platform.viewOnly", { name: actor.viewing.merchantName });
  if (!isFor(actor, operation)) throw refuse("platform.operatorOnly");
  if (operation.stepUp) {
    const age = actor.provenAt ? now.getTime() - actor.provenAt.getTime() : Number.POSITIVE_INFINITY;
    if (age > stepUpWindowMs) throw refuse("platform.stepUpRequired");
  }
}
