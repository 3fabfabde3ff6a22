import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Actor, ActorScope } from "../access/actor.ts";
import { holds } from "../access/permission.ts";

/** What the requesting user could see when the export file was made. */
export interface ExportReach extends ActorScope {
  /** Whether it holds unmasked personal data. */
  readonly seesPersonal: boolean;
}

const revealing = (resource: string): string => permissionOf(resource, "reveal");

export const reachOf = (actor: Actor, { name }: Resource): ExportReach => ({
  ...actor.scope,
  seesPersonal: holds(actor, revealing(name)),
});

const includes = <T>(mine: readonly T[] | "all", made: readonly T[] | "all"): boolean =>
  mine === "all" || (made !== "all" && made.every((one) => mine.includes(one)));

/**
 * Whether an actor may download a file now: it still needs the export permission and access to everything in the file.
 */
export function mayHave(actor: Actor, kind: string, reach: ExportReach | null): boolean {
  const [resource = "", operation = ""] = kind.split(".");
  const { scope } = actor;
  return (
    reach !== null &&
    holds(actor, permissionOf(resource, operation)) &&
    (!reach.seesPersonal || holds(actor, revealing(resource))) &&
    (scope.tenantId === null || scope.tenantId === reach.tenantId) &&
    includes(scope.merchantIds, reach.merchantIds) &&
    includes(scope.orgIds, reach.orgIds) &&
    (!scope.selfOnly || reach.selfOnly)
  );
}
