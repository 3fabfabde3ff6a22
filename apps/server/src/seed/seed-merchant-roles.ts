import { sql } from "kysely";
import { type MerchantRole, permissionsOfMerchantRole } from "../modules/system/role/index.ts";
import { merchantRoles } from "./merchant-roles.ts";
import type { SeedContext } from "./seed-context.ts";

const codes = Object.keys(merchantRoles) as MerchantRole[];
/** Own records only: what these people see follows from the merchant they sign in for. */
const ownRecords = 4;
const home = ["dashboard", "home", "inbox"];

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
  for (const { id, code } of rows) await grantButtons(seeding, id, code as MerchantRole);
  return new Map(rows.map(({ id, code }) => [code ?? "", id]));
}

/** Grants every tenant's roles of merchants' people what a new release brought for them. */
export async function grantToMerchantRoles(seeding: SeedContext, addedMenuIds: readonly number[]): Promise<void> {
  if (addedMenuIds.length === 0) return;
  const roles = await seeding.db.selectFrom("roles").select(["id", "code"]).where("code", "in", codes).execute();
  for (const { id, code } of roles) await grantButtons(seeding, id, code as MerchantRole, addedMenuIds);
}

/** Grants a role its buttons, or those of them that are new, with the pages and directories they stand in. */
async function grantButtons({ db }: SeedContext, roleId: number, role: MerchantRole, among?: readonly number[]) {
  const permissions = permissionsOfMerchantRole(role);
  const isMeant = among ? sql`AND id = ANY(${[...among]}::bigint[])` : sql``;
  await sql`
    WITH RECURSIVE granted AS (
      SELECT id, parent_id FROM menus
       WHERE (permission = ANY(${permissions}::text[]) OR code = ANY(${home}::text[])) AND code IS NOT NULL ${isMeant}
      UNION
      SELECT above.id, above.parent_id FROM menus above JOIN granted ON granted.parent_id = above.id
    )
    INSERT INTO role_menus (role_id, menu_id) SELECT ${roleId}::bigint, id FROM granted
    ON CONFLICT DO NOTHING`.execute(db);
}
