import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { permissionsOfMerchantRole } from "../role/index.ts";
import type { FoundSession } from "./session.lookup.service.ts";

/** Duration of a merchant view before it must be requested again, in ms. */
export const viewMs = 15 * 60_000;

/** Duration of the platform administrator's visit to a tenant before it must be requested again, in ms. */
export const visitMs = 60 * 60_000;

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]));

/** Whether a permission only reads. */
function isReading(permission: string): boolean {
  const [name = "", operation = ""] = permission.split(":");
  const resource = byName.get(name);
  return resource !== undefined && operationOf(resource, operation).kind === "query";
}

/** Read permissions of a merchant's owner, without write permissions. */
const readings = permissionsOfMerchantRole("merchant_owner").filter(isReading);

/**
 * The actor during a merchant view: in that merchant's scope like its own users, with the owner's read permissions as
 * far as the actor has them, and nothing else. Expires by itself.
 */
export function asViewer(
  actor: Actor,
  { session, viewed }: Pick<FoundSession, "session" | "viewed">,
  now: Date,
): Actor {
  const { viewUntil } = session;
  if (!viewed || viewUntil === null || Date.parse(viewUntil) <= now.getTime()) return actor;
  const permissions = readings.filter((permission) => actor.holdsAll || actor.permissions.has(permission));
  return {
    ...actor,
    tenantId: viewed.tenantId,
    permissions: new Set(permissions),
    holdsAll: false,
    scope: { tenantId: viewed.tenantId, orgIds: "all", selfOnly: false, merchantIds: [viewed.id] },
    viewing: { merchantId: viewed.id, merchantName: viewed.name, until: viewUntil },
  };
}

/**
 * The platform administrator during a visit to a tenant: with their own permissions, but in that tenant's scope, so
 * that they see no other tenant and new records belong to it. Expires by itself.
 */
export function asVisitor(
  actor: Actor,
  { session, visited }: Pick<FoundSession, "session" | "visited">,
  now: Date,
): Actor {
  const { visitUntil } = session;
  const isOver = visitUntil === null || Date.parse(visitUntil) <= now.getTime();
  if (!visited || isOver || actor.scope.tenantId !== null) return actor;
  return {
    ...actor,
    tenantId: visited.id,
    orgId: visited.orgId ?? actor.orgId,
    scope: { ...actor.scope, tenantId: visited.id },
    visiting: { tenantId: visited.id, tenantName: visited.name, until: visitUntil },
  };
}
