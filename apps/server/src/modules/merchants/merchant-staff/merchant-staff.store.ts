import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { merchantStaff, type StaffMember } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { StaffRole } from "@countinghouse/contract/merchants/merchant-staff/staff-enumerations.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { from, insert, type NewRow } from "../../../platform/db/scoped.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

const codes = StaffRole.members.map(({ value }) => value);

/** A user's merchant role, where it is the only role. */
const onlyRole = sql<StaffMember["role"]>`(
  SELECT CASE WHEN count(*) = 1 AND bool_and(r.code = ANY(${codes}::text[])) THEN min(r.code) END
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = users.id)`;

/** Users of the merchants in scope. A user without a merchant is not listed. */
const described = (ctx: Context) =>
  from(ctx, "users")
    .innerJoin("merchants", "merchants.id", "users.merchantId")
    .where(merchantInReach(ctx))
    .where("users.accountType", "=", AccountType.Member)
    .selectAll("users")
    .select([
      "merchants.name as merchantName",
      onlyRole.as("role"),
      sql<boolean>`users.last_login_time IS NULL`.as("isInvited"),
      tenantNameIn(ctx, "users"),
    ]);

/** Answers page and detail. */
export const staff = recordOperations({ table: "users", resource: merchantStaff, describe: described });

/** Locks a user in scope; anybody else is not found. */
export async function lockStaff(ctx: Context, id: number) {
  await staff.detail(ctx, { id });
  return lockRow(ctx, "users", merchantStaff, id);
}

/** The organisation of a merchant's users; a merchant out of scope is not found. */
export async function findEmployer(ctx: Context, merchantId: string) {
  const row = await from(ctx, "merchants")
    .select(["id", "tenantId", "orgId"])
    .where("id", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw notFound("merchant", merchantId);
  return row;
}

/** The enabled role with a code in a tenant. */
export const findRoleByCode = async (
  { db }: Pick<Context, "db">,
  tenantId: number,
  code: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom("roles")
      .select("id")
      .where("tenantId", "=", tenantId)
      .where("code", "=", code)
      .where("status", "=", 1)
      .executeTakeFirst()
  )?.id;

export const insertStaff = async (ctx: Context, values: NewRow<"users">): Promise<number> =>
  (await insert(ctx, "users", { ...values, accountType: AccountType.Member })).id;
