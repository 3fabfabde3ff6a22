import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { ask, realNode, trySignIn } from "../../../../test/attack/visitor.ts";
import { actorOf, buildOperator, buildTenant, buildUser, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const holding = async (place: { tenantId: number; orgId: number }) => {
  const who = await actorOf(app, await buildUser(app, place));
  return app.as({ ...who, permissions: new Set(["sysTenant:list", "sysTenant:setStatus"]) });
};

describe("sysTenant.list", () => {
  test("shows all tenants to the platform administrator and the own one to everybody else", async () => {
    const place = await buildTenant(app);
    expect((await app.as(actor()).call(sysTenant, "list", {})).map(({ id }) => id)).toEqual(
      expect.arrayContaining([1, place.tenantId]),
    );
    expect((await (await holding(place)).call(sysTenant, "list", {})).map(({ id }) => id)).toEqual([place.tenantId]);
  });
});

describe("sysTenant.setStatus", () => {
  test("disables a tenant", async () => {
    const { tenantId } = await buildTenant(app);
    await app.as(actor()).call(sysTenant, "setStatus", { id: tenantId, status: 2 });
    expect(
      await app.platform.db
        .selectFrom("tenants")
        .select(["status", "version"])
        .where("id", "=", tenantId)
        .executeTakeFirst(),
    ).toEqual({ status: 2, version: 2 });
  });

  test("keeps the default tenant enabled, and another tenant out of reach", async () => {
    expect(await app.as(actor()).send(sysTenant, "setStatus", { id: 1, status: 2 })).toMatchObject({
      status: 409,
      bizCode: "sysTenant.default",
    });
    const [mine, theirs] = [await buildTenant(app), await buildTenant(app)];
    const admin = await holding(mine);
    expect(await admin.send(sysTenant, "setStatus", { id: theirs.tenantId, status: 2 })).toMatchObject({ status: 404 });
    expect(await admin.send(sysTenant, "setStatus", { id: mine.tenantId, status: 2 })).toMatchObject({
      status: 403,
      bizCode: "sysTenant.platformOnly",
    });
  });
});

const platform = () => app.as(actor({ provenAt: app.clock.now() }));
const given = (more: object = {}) => ({
  name: unique("Company "),
  adminAccount: unique("chief"),
  adminName: "Wen Zhao",
  ...more,
});
const rolesOf = (tenantId: number) =>
  app.platform.db.selectFrom("roles").select(["id", "code"]).where("tenantId", "=", tenantId).execute();

describe("sysTenant.add", () => {
  test("makes a tenant that its administrator can look after, with a password of their own choosing", async () => {
    const input = given();
    const made = await platform().call(sysTenant, "add", input);
    expect(made).toMatchObject({ account: input.adminAccount, invitation: expect.any(String) });
    expect(await platform().call(sysTenant, "detail", { id: made.id })).toMatchObject({
      name: input.name,
      adminAccount: input.adminAccount,
      adminName: "Wen Zhao",
      status: 1,
    });
    const { db } = app.platform;
    const root = await db.selectFrom("orgs").selectAll().where("tenantId", "=", made.id).executeTakeFirst();
    expect(root).toMatchObject({ pid: 0, name: input.name });
    expect((await rolesOf(made.id)).map(({ code }) => code)).toEqual(
      expect.arrayContaining(["sys_admin", "op_audit", "merchant_owner"]),
    );
    const house = await db.selectFrom("merchants").select("isHouse").where("tenantId", "=", made.id).execute();
    expect(house).toEqual([{ isHouse: true }]);
    const door = await realNode(app.database, app.clock);
    try {
      const password = "violet otter 93 lantern";
      const entered = await ask(door, "sysAuth/changePasswordByTicket", {
        body: { passwordChangeTicket: made.invitation, newPassword: password },
      });
      expect(entered.status).toBe(200);
      const { result } = await trySignIn(door, input.adminAccount, password);
      expect(result.outcome).toBe("signedIn");
      const own = await ask(door, "sysUser/page", {
        body: {},
        headers: { authorization: `Bearer ${result.accessToken}` },
      });
      expect(own.result.items).toMatchObject([{ account: input.adminAccount }]);
      const others = await ask(door, "sysTenant/page", {
        body: {},
        headers: { authorization: `Bearer ${result.accessToken}` },
      });
      expect(others.status).toBe(403);
    } finally {
      await door.close();
    }
    const audit = await db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysTenant.add")
      .execute();
    expect(JSON.stringify(audit)).not.toContain(made.invitation);
  });

  test("refuses names and accounts that are taken, and everybody who belongs to a tenant; nothing is left behind", async () => {
    const first = given();
    await platform().call(sysTenant, "add", first);
    const count = async () => (await app.platform.db.selectFrom("tenants").select("id").execute()).length;
    const before = await count();
    const codeOf = async (more: object) => (await platform().send(sysTenant, "add", given(more))).bizCode;
    expect(await codeOf({ name: first.name.toUpperCase() })).toBe("sysTenant.duplicate");
    expect(await codeOf({ adminAccount: first.adminAccount })).toBe("sysTenant.duplicateAccount");
    const place = await buildTenant(app);
    const who = await buildOperator(app, { ...place, permissions: ["sysTenant:add"] });
    const clerk = app.as({ ...who, provenAt: app.clock.now() });
    expect((await clerk.send(sysTenant, "add", given())).bizCode).toBe("sysTenant.platformOnly");
    expect(await count()).toBe(before + 1);
  });
});

describe("sysTenant.update and resetPwd", () => {
  test("rename the root with its tenant, unless it was called otherwise", async () => {
    const { id } = await platform().call(sysTenant, "add", given());
    const [one, other] = [unique("Renamed "), unique("Renamed ")];
    const root = () =>
      app.platform.db
        .selectFrom("orgs")
        .select("name")
        .where("tenantId", "=", id)
        .where("pid", "=", 0)
        .executeTakeFirst();
    await platform().call(sysTenant, "update", { id, name: one });
    expect(await root()).toEqual({ name: one });
    await app.platform.db.updateTable("orgs").set({ name: "Head office" }).where("tenantId", "=", id).execute();
    await platform().call(sysTenant, "update", { id, name: other });
    expect(await root()).toEqual({ name: "Head office" });
  });

  test("let the administrator in by another link, and refuse where there is none", async () => {
    const made = await platform().call(sysTenant, "add", given());
    const again = await platform().call(sysTenant, "resetPwd", { id: made.id });
    expect(again.account).toBe(made.account);
    expect(again.invitation).not.toBe(made.invitation);
    const { tenantId } = await buildTenant(app);
    expect((await platform().send(sysTenant, "resetPwd", { id: tenantId })).bizCode).toBe("sysTenant.noAdministrator");
  });
});

describe("sysTenant.grantMenu", () => {
  test("bounds what anybody of the tenant holds", async () => {
    const { id } = await platform().call(sysTenant, "add", given());
    const before = await platform().call(sysTenant, "ownMenuList", { id });
    expect(before.length).toBeGreaterThan(100);
    const kept = before.slice(0, 5);
    await platform().call(sysTenant, "grantMenu", { id, menuIdList: kept });
    expect(await platform().call(sysTenant, "ownMenuList", { id })).toEqual(kept);
    for (const role of await rolesOf(id)) {
      const menus = await app.platform.db
        .selectFrom("roleMenus")
        .select("menuId")
        .where("roleId", "=", role.id)
        .execute();
      expect(menus.filter(({ menuId }) => !kept.includes(menuId))).toEqual([]);
    }
  });

  test("is refused for the platform's own tenant, for menus that there are not, and without administrators", async () => {
    const { id } = await platform().call(sysTenant, "add", given());
    const codeOf = async (input: { id: number; menuIdList: number[] }) =>
      (await platform().send(sysTenant, "grantMenu", input)).bizCode;
    expect(await codeOf({ id: 1, menuIdList: [] })).toBe("sysTenant.default");
    expect(await codeOf({ id, menuIdList: [987_654_321] })).toBe("sysTenant.menuUnknown");
    const { tenantId } = await buildTenant(app);
    expect(await codeOf({ id: tenantId, menuIdList: [] })).toBe("sysTenant.noAdministrator");
  });
});
