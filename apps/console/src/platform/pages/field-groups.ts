import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";

/** Groups in which the fields of a record are offered, in their order. */
export const fieldGroups = ["record", "state", "money", "time", "people", "technical"] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** Fields that serve the system rather than whoever reads the list, whatever their kind. */
const technical = ["id", "version", "tenantId", "orgId"];

/** In which group a field is looked for: by its kind, and for people by whose it is. */
export function groupOf(field: string, facts: FieldFacts): FieldGroup {
  if (technical.includes(field)) return "technical";
  if (facts.personal || facts.readers === "colleagues" || facts.target?.resource === "sysUser") return "people";
  if (/(?:User|operator|assignee)(?:Id|Name)$/.test(field)) return "people";
  if (facts.kind === "money" || facts.isCurrency || facts.isShare) return "money";
  if (facts.kind === "instant" || facts.kind === "day" || facts.isZone) return "time";
  if (facts.kind === "enumeration" || facts.kind === "boolean") return "state";
  return facts.kind === "json" || facts.kind === "id" ? "technical" : "record";
}

/** Puts what is offered into its groups; those that hold nothing are left out. */
export function inGroups<T>(all: readonly T[], groupFor: (one: T) => FieldGroup) {
  const byGroup = Map.groupBy(all, groupFor);
  return fieldGroups.flatMap((group) => {
    const members = byGroup.get(group);
    return members ? [{ group, members }] : [];
  });
}
