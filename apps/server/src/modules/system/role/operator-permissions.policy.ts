import { type AreaCode, areas as allAreas } from "@countinghouse/contract/areas.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resourcesByArea } from "@countinghouse/contract/resources.ts";

/** Roles of the operator's users by function; the administrator's is `sys_admin`. */
export type OperatorRole = "op_operations" | "op_risk" | "op_finance" | "op_support" | "op_technical" | "op_audit";

interface Work {
  /** Areas with full access. */
  readonly areas?: readonly AreaCode[];
  /** Resources of other areas with full access. */
  readonly resources?: readonly string[];
  /** Single operations of other resources. */
  readonly deeds?: readonly string[];
  /** Areas with read access. */
  readonly reads: readonly AreaCode[];
}

const business: readonly AreaCode[] = ["payments", "merchants", "gateways", "funds", "integration"];
const every: readonly AreaCode[] = [...business, "dashboard", "system", "settings", "logs", "operations"];

/** Duties per role. A requester never approves their own change, whatever the role. */
const works: Readonly<Record<OperatorRole, Work>> = {
  op_operations: { areas: ["merchants", "gateways", "payments"], reads: ["integration", "dashboard"] },
  op_risk: {
    resources: ["merDeposit", "paymentDue", "changeRequest"],
    deeds: ["merchant:suspend", "merchant:resume", "merchantBalance:freeze", "merchantBalance:unfreeze"],
    reads: [...business, "dashboard"],
  },
  op_finance: { areas: ["funds"], resources: ["changeRequest"], reads: [...business, "dashboard"] },
  op_support: { resources: ["orderRefund"], reads: ["payments", "merchants", "integration", "dashboard"] },
  op_technical: {
    areas: ["integration"],
    resources: ["eventExceptionLog", "sysJob"],
    deeds: ["gatewayAccount:test"],
    reads: ["payments", "merchants", "gateways", "logs", "operations", "dashboard"],
  },
  op_audit: { reads: every },
};

/** Reads that reveal secrets or send messages are not plain reads. */
const isPlainRead = (name: string): boolean => !/^(?:reveal|test|preview|generateSignature|download)/.test(name);

/** Permissions of an operator role. */
export function permissionsOfOperatorRole(role: OperatorRole): string[] {
  const { areas = [], resources: whole = [], deeds = [], reads } = works[role];
  const byArea: Readonly<Record<AreaCode, readonly Resource[]>> = resourcesByArea;
  const given = allAreas.flatMap(({ code: area }) =>
    byArea[area].flatMap((resource) =>
      Object.entries(resource.operations).flatMap(([name, { access, kind }]) => {
        if (access !== "permission") return [];
        const isTheirs = areas.includes(area) || whole.includes(resource.name);
        const isRead = kind === "query" && reads.includes(area) && isPlainRead(name);
        return isTheirs || isRead ? [permissionOf(resource.name, name)] : [];
      }),
    ),
  );
  return [...new Set([...given, ...deeds])];
}
