import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/app.ts";
import { buildTenant } from "../../test/people.ts";
import { permissionsOfOperatorRole, readReach } from "../modules/system/role/index.ts";
import { grantToOperatorRoles, operatorRoles, seedOperatorRoles } from "./seed-operator-roles.ts";

const all: readonly Resource[] = resources;
const kinds = new Map(
  all.flatMap((resource) =>
    Object.keys(resource.operations).map(
      (name) => [permissionOf(resource.name, name), operationOf(resource, name)] as const,
    ),
  ),
);

describe("the roles of the operator's people", () => {
  test.each(operatorRoles)("%s holds only permissions that some operation asks for, and some at all", (role) => {
    const permissions = permissionsOfOperatorRole(role);
    expect(permissions.length).toBeGreaterThan(20);
    expect(permissions.filter((one) => kinds.get(one)?.access !== "permission")).toEqual([]);
  });

  test("let the auditor read every area and change nothing", () => {
    const permissions = permissionsOfOperatorRole("op_audit");
    expect(permissions.filter((one) => kinds.get(one)?.kind !== "query")).toEqual([]);
    for (const needed of ["ledger:page", "sysLogDiff:page", "sysUser:page", "changeRequest:page"])
      expect(permissions).toContain(needed);
    expect(permissions.filter((one) => /:(?:reveal|test|preview)/.test(one))).toEqual([]);
  });

  test("give nobody but the administrator the rights of others", () => {
    for (const role of operatorRoles)
      expect([
        role,
        permissionsOfOperatorRole(role).filter(
          (one) =>
            /^sys(?:User|Role|Menu|Tenant|Config):(?!page|list|detail|own)/.test(one) &&
            kinds.get(one)?.kind === "command",
        ),
      ]).toEqual([role, []]);
  });

  test("let support send money to nobody but payers, and operations settle nothing", () => {
    expect(
      permissionsOfOperatorRole("op_support").filter(
        (one) => kinds.get(one)?.kind === "command" && !one.startsWith("orderRefund:"),
      ),
    ).toEqual([]);
    expect(
      permissionsOfOperatorRole("op_operations").filter((one) =>
        /^(?:settlements|cashout|payoutOrder|ledger)/.test(one),
      ),
    ).toEqual([]);
    expect(permissionsOfOperatorRole("op_finance")).toEqual(
      expect.arrayContaining(["settlements:confirm", "cashout:approve"]),
    );
  });
});

describe("a tenant", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  test("starts with them, and one of an earlier release is given them once", async () => {
    const seeding = { db: app.platform.db, now: app.clock.now(), locale: "en", isProduction: false } as const;
    const { tenantId } = await buildTenant(app);
    const codes = async () =>
      (
        await app.platform.db
          .selectFrom("roles")
          .select("code")
          .where("tenantId", "=", tenantId)
          .where("code", "like", "op%")
          .orderBy("orderNo")
          .execute()
      ).map(({ code }) => code);
    await grantToOperatorRoles(seeding, []);
    expect(await codes()).toEqual([]);
    const [menu] = await app.platform.db.selectFrom("menus").select("id").limit(1).execute();
    await grantToOperatorRoles(seeding, [menu?.id ?? 0]);
    expect(await codes()).toEqual(operatorRoles);
    await grantToOperatorRoles(seeding, [menu?.id ?? 0]);
    expect(await codes()).toEqual(operatorRoles);
    const other = await buildTenant(app);
    const ids = await seedOperatorRoles(seeding, other.tenantId);
    const reach = await readReach({ db: app.platform.db }, [...ids.values()]);
    expect([...(reach.get(ids.get("op_finance") ?? 0)?.permissions ?? [])]).toContain("settlements:confirm");
  });
});
