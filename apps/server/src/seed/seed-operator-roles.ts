import { seededRoleRemarks, seededRoles } from "@countinghouse/contract/platform/seeded-roles.ts";
import { type OperatorRole, permissionsOfOperatorRole } from "../modules/system/role/index.ts";
import { grantButtons } from "./role-buttons.ts";
import type { SeedContext } from "./seed-context.ts";

/** The roles of the operator's people by their work, in the order of the list. */
export const operatorRoles: readonly OperatorRole[] = [
  "op_operations",
  "op_risk",
  "op_finance",
  "op_support",
  "op_technical",
  "op_audit",
];
/** Whose work a row is does not decide who sees it; whoever narrows it down chooses another scope. */
const allData = 1;

/** The roles of the operator's people in a tenant, with what they may; ids by code. */
export async function seedOperatorRoles(seeding: SeedContext, tenantId: number): Promise<ReadonlyMap<string, number>> {
  const { db, locale } = seeding;
  const rows = await db
    .insertInto("roles")
    .values(
      operatorRoles.map((code, index) => ({
        tenantId,
        code,
        name: seededRoles[code][locale],
        remark: seededRoleRemarks[code][locale],
        dataScope: allData,
        orderNo: 150 + index,
      })),
    )
    .returning(["id", "code"])
    .execute();
  for (const { id, code } of rows) await grantButtons(seeding, id, permissionsOfOperatorRole(code as OperatorRole));
  return new Map(rows.map(({ id, code }) => [code ?? "", id]));
}

/**
 * Brings the roles to tenants of earlier releases, and grants them what a new release brought. Nothing where a release
 * brought nothing: what an administrator removed stays away.
 */
export async function grantToOperatorRoles(seeding: SeedContext, addedMenuIds: readonly number[]): Promise<void> {
  if (addedMenuIds.length === 0) return;
  const { db } = seeding;
  const tenants = await db.selectFrom("tenants").select("id").execute();
  const roles = await db
    .selectFrom("roles")
    .select(["id", "code", "tenantId"])
    .where("code", "in", operatorRoles)
    .execute();
  for (const { id: tenantId } of tenants)
    if (!roles.some((role) => role.tenantId === tenantId)) await seedOperatorRoles(seeding, tenantId);
  for (const { id, code } of roles)
    await grantButtons(seeding, id, permissionsOfOperatorRole(code as OperatorRole), addedMenuIds);
}
