import { type MerchantRole, permissionsOfMerchantRole } from "../modules/system/role/index.ts";
import { merchantRoles } from "./merchant-roles.ts";
import { grantButtons } from "./role-buttons.ts";
import type { SeedContext } from "./seed-context.ts";

const codes = Object.keys(merchantRoles) as MerchantRole[];
/** Own records only: what these people see follows from the merchant they sign in for. */
const ownRecords = 4;

/** The roles of merchants' people in a tenant, with what they may; ids by code. */
export async function seedMerchantRoles(seeding: SeedContext, tenantId: number): Promise<ReadonlyMap<string, number>> {
  const { db, locale } = seeding;
  const rows = await db
    .insertInto("roles")
    .values(
      codes.map((code, index) => ({
        tenantId,
        code,
        name: merchantRoles[code].name[locale],
        remark: merchantRoles[code].remark[locale],
        dataScope: ownRecords,
        orderNo: 200 + index,
      })),
    )
    .returning(["id", "code"])
    .execute();
  for (const { id, code } of rows) await grantButtons(seeding, id, permissionsOfMerchantRole(code as MerchantRole));
  return new Map(rows.map(({ id, code }) => [code ?? "", id]));
}

/** Grants every tenant's roles of merchants' people what a new release brought for them. */
export async function grantToMerchantRoles(seeding: SeedContext, addedMenuIds: readonly number[]): Promise<void> {
  if (addedMenuIds.length === 0) return;
  const roles = await seeding.db.selectFrom("roles").select(["id", "code"]).where("code", "in", codes).execute();
  for (const { id, code } of roles)
    await grantButtons(seeding, id, permissionsOfMerchantRole(code as MerchantRole), addedMenuIds);
}
