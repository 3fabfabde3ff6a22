import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import pg from "pg";
import { resolveAccess } from "../src/modules/system/role/index.ts";
import type { Actor } from "../src/platform/access/actor.ts";
import { actor, type TestApp } from "./app.ts";

let made = 0;
/** A name that no other row of this test file has. */
export const unique = (stem: string): string => {
  made += 1;
  return `${stem}${made}`;
};

/** A tenant with a root organisation. */
export async function buildTenant({ platform: { db } }: TestApp): Promise<{ tenantId: number; orgId: number }> {
  const { id: tenantId } = await db
    .insertInto("tenants")
    .values({ name: unique("Tenant ") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const orgId = await insertOrg(db, { tenantId, pid: 0, name: unique("Root ") });
  await db.updateTable("tenants").set({ orgId }).where("id", "=", tenantId).execute();
  return { tenantId, orgId };
}

type Db = TestApp["platform"]["db"];

interface OrgParts {
  readonly tenantId: number;
  readonly pid: number;
  readonly name?: string;
}

const insertOrg = async (db: Db, { name = unique("Org "), ...parts }: OrgParts): Promise<number> =>
  (
    await db
      .insertInto("orgs")
      .values({ ...parts, name })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** An organisation. */
export const buildOrg = ({ platform: { db } }: TestApp, parts: OrgParts): Promise<number> => insertOrg(db, parts);

interface RoleParts {
  readonly tenantId: number;
  readonly permissions?: readonly string[];
  readonly dataScope?: 1 | 2 | 3 | 4 | 5;
  readonly orgIds?: readonly number[];
  readonly code?: string;
  readonly status?: 1 | 2;
}

/** A role that holds the buttons of some permissions. */
export async function buildRole({ platform: { db } }: TestApp, parts: RoleParts): Promise<number> {
  const { tenantId, permissions = [], dataScope = 4, orgIds = [], code = null, status = 1 } = parts;
  const { id } = await db
    .insertInto("roles")
    .values({ tenantId, name: unique("Role "), dataScope, code, status })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (permissions.length > 0) {
    const buttons = await db
      .selectFrom("menus")
      .select("id")
      .where("permission", "in", [...permissions])
      .execute();
    if (buttons.length < permissions.length) throw new Error(`no button for each of ${permissions.join(", ")}`);
    await db
      .insertInto("roleMenus")
      .values(buttons.map((button) => ({ roleId: id, menuId: button.id })))
      .execute();
  }
  if (orgIds.length > 0)
    await db
      .insertInto("roleOrgs")
      .values(orgIds.map((orgId) => ({ roleId: id, orgId })))
      .execute();
  return id;
}

interface UserParts {
  readonly tenantId: number;
  readonly orgId: number;
  readonly roleIds?: readonly number[];
  readonly accountType?: AccountType;
}

/** A user who holds some roles; answers the id. */
export async function buildUser({ platform: { db } }: TestApp, parts: UserParts): Promise<number> {
  const { roleIds = [], accountType = AccountType.NormalUser, ...place } = parts;
  const { id } = await db
    .insertInto("users")
    .values({ ...place, account: unique("user"), realName: unique("Person "), accountType })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (roleIds.length > 0)
    await db
      .insertInto("userRoles")
      .values(roleIds.map((roleId) => ({ userId: id, roleId })))
      .execute();
  return id;
}

/** Administrators of the platform under ids of the test's own choosing, for callers that are named by their id alone. */
export async function seatAdministrators(
  { platform: { db } }: TestApp,
  place: Pick<UserParts, "tenantId" | "orgId">,
  ids: readonly number[],
): Promise<void> {
  const seats = ids.map((id) => ({ ...place, id, account: unique("seat"), realName: unique("Person ") }));
  await db
    .insertInto("users")
    .values(seats.map((seat) => ({ ...seat, accountType: AccountType.SuperAdmin })))
    .execute();
}

/** The user as a caller, with what the stored roles give. */
export async function actorOf({ platform: { db } }: TestApp, userId: number): Promise<Actor> {
  const access = await resolveAccess({ db }, userId);
  const user = await db
    .selectFrom("users")
    .select(["account", "realName"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!access) throw new Error(`there is no user ${userId}`);
  const { tenantId, accountType, orgId, permissions, holdsAll, scope } = access;
  return actor({ ...user, userId, tenantId, accountType, orgId, permissions, holdsAll, scope });
}

/** A user with one role of some permissions, as a caller. */
export async function buildOperator(
  app: TestApp,
  parts: RoleParts & { readonly orgId: number; readonly accountType?: AccountType },
): Promise<Actor> {
  const { orgId, accountType = AccountType.NormalUser, ...role } = parts;
  const roleId = await buildRole(app, role);
  return actorOf(app, await buildUser(app, { tenantId: parts.tenantId, orgId, roleIds: [roleId], accountType }));
}

/** What accounts were told by before is long ago. */
export async function ageFormerMarks({ database }: Pick<TestApp, "database">): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE user_former_marks SET until_time = until_time - interval '31 days'");
  await owner.end();
}
