import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { permissionsOfMerchantRole } from "../role/index.ts";
import type { FoundSession } from "./session.lookup.service.ts";

/** How long somebody may look at a merchant's side before they ask again, in ms. */
export const viewMs = 15 * 60_000;

/** How long the platform administrator may work inside a tenant before they ask again, in ms. */
export const visitMs = 60 * 60_000;

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]));

/** Whether a permission lets somebody read and nothing else. */
function isReading(permission: string): boolean {
  const [name = "", operation = ""] = permission.split(":");
  const resource = byName.get(name);
  return resource !== undefined && operationOf(resource, operation).kind === "query";
}

/** What a merchant's owner may read; what they may do is not among it. */
const readings = permissionsOfMerchantRole("merchant_owner").filter(isReading);

/**
 * The actor as they are while they look at a merchant's side: held by that merchant like its own people, with what its
 * owner may read as far as they may read it themselves, and with nothing else. Ends by itself.
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
 * The platform administrator as they are while they work inside a tenant: with what they hold, and held by that tenant like
 * its own people, so that they see no other and what they make is of it. Ends by itself.
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
