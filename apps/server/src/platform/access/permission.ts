import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { type Actor, isOfMerchant } from "./actor.ts";

/** How long a proven factor is accepted for step-up operations, in milliseconds. */
export const stepUpWindowMs = 5 * 60_000;

/**
 * Whether the operation is open to this kind of actor: some operations are the operator's alone, whatever permissions
 * a merchant's role holds.
 */
export const isFor = (actor: Pick<Actor, "scope">, operation: Operation | undefined): boolean =>
  operation?.for !== "operator" || !isOfMerchant(actor);

/** Whether the actor holds a permission code. */
export const holds = (actor: Actor, permission: string): boolean => actor.holdsAll || actor.permissions.has(permission);

/**
 * Refuses an actor who may not run the operation: 401 without a session; 423 while the screen is locked; 403 without
 * the permission, for a command while viewing a merchant's console, for a merchant's user where the operation is the
 * operator's, and where step-up is required but no factor was proven recently. This is the only place that decides it.
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
