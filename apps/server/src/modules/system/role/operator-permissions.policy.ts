import { type AreaCode, areas as allAreas } from "@countinghouse/contract/areas.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resourcesByArea } from "@countinghouse/contract/resources.ts";

/** Roles of the operator's people by their work; the administrator's is `sys_admin`. */
export type OperatorRole = "op_operations" | "op_risk" | "op_finance" | "op_support" | "op_technical" | "op_audit";

interface Work {
  /** Areas of which everything is theirs. */
  readonly areas?: readonly AreaCode[];
  /** Resources of other areas of which everything is theirs. */
  readonly resources?: readonly string[];
  /** Single deeds of other resources. */
  readonly deeds?: readonly string[];
  /** Areas that they read. */
  readonly reads: readonly AreaCode[];
}

const business: readonly AreaCode[] = ["payments", "merchants", "gateways", "funds", "integration"];
const every: readonly AreaCode[] = [...business, "dashboard", "system", "settings", "logs", "operations"];

/** What is each one's work. Whoever asks for a change is never who approves it, whatever the role. */
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

/** Reads that show what is hidden, or send something to somebody. */
const isPlainRead = (name: string): boolean => !/^(?:reveal|test|preview|generateSignature|download)/.test(name);

/** What a role of the operator's people may do. */
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
