import type { SeedContext } from "./seed-context.ts";
import { seedHouses } from "./seed-house.ts";
import { seedMerchantRoles } from "./seed-merchant-roles.ts";
import { seedOperatorRoles } from "./seed-operator-roles.ts";
import { type OrgPlan, positionPlan, rolePlan } from "./tenant-words.ts";

/** Ids of what a tenant was set up with, by code. */
export interface TenantParts {
  readonly orgs: ReadonlyMap<string, number>;
  readonly positions: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, number>;
}

const byCode = (rows: readonly { id: number; code: string | null }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ id, code }) => [code ?? "", id]));

/** Sets an empty tenant up: organisations below a root, positions, roles by data scope and by work, and the roles of merchants' people. */
export async function seedTenantParts(
  seeding: SeedContext,
  tenantId: number,
  plan: OrgPlan,
  rootId?: number,
): Promise<TenantParts> {
  const { db, locale } = seeding;
  const orgs = new Map<string, number>();
  await seedOrgs(
    seeding,
    tenantId,
    plan,
    { pid: 0, level: 1, orderNo: 100, ...(rootId === undefined ? {} : { id: rootId }) },
    orgs,
  );
  const positions = await db
    .insertInto("positions")
    .values(positionPlan.map(({ code, name }, index) => ({ tenantId, code, name: name[locale], orderNo: 100 + index })))
    .returning(["id", "code"])
    .execute();
  const roles = await db
    .insertInto("roles")
    .values(
      rolePlan.map(({ code, dataScope, name, remark }, index) => ({
        tenantId,
        code,
        dataScope,
        name: name[locale],
        remark: remark[locale],
        orderNo: 100 + index,
      })),
    )
    .returning(["id", "code"])
    .execute();
  const ofOperator = await seedOperatorRoles(seeding, tenantId);
  const ofMerchants = await seedMerchantRoles(seeding, tenantId);
  await seedHouses(seeding);
  return { orgs, positions: byCode(positions), roles: new Map([...byCode(roles), ...ofOperator, ...ofMerchants]) };
}

interface Place {
  readonly id?: number;
  readonly pid: number;
  readonly level: number;
  readonly orderNo: number;
}

async function seedOrgs(
  seeding: SeedContext,
  tenantId: number,
  plan: OrgPlan,
  place: Place,
  ids: Map<string, number>,
): Promise<void> {
  const { db, locale } = seeding;
  const { id } = await db
    .insertInto("orgs")
    .values({ ...place, tenantId, code: plan.code, type: plan.type, name: plan.name[locale] })
    .returning("id")
    .executeTakeFirstOrThrow();
  ids.set(plan.code, id);
  for (const [index, below] of (plan.below ?? []).entries()) {
    await seedOrgs(seeding, tenantId, below, { pid: id, level: place.level + 1, orderNo: 100 + index }, ids);
  }
}

/** The id of a part that the plan names; a code that is not in the plan is a mistake in it. */
export function partOf(parts: ReadonlyMap<string, number>, code: string): number {
  const id = parts.get(code);
  if (id === undefined) throw new Error(`the plan of the tenant has no part ${code}`);
  return id;
}
