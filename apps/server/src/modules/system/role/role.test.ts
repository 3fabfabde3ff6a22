import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import {
  actorOf,
  buildOperator,
  buildOrg,
  buildRole,
  buildTenant,
  buildUser,
  unique,
} from "../../../../test/people.ts";
import { resolveAccess } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const every = Object.entries(sysRole.operations)
  .filter(([, { access }]) => access === "permission")
  .map(([name]) => `sysRole:${name}`);

const menuId = async (code: string): Promise<number> =>
  (await app.platform.db.selectFrom("menus").select("id").where("code", "=", code).executeTakeFirstOrThrow()).id;

/** A tenant whose role administrator has only the role area, for the own organisation and its descendants. */
async function buildGranter(dataScope: 1 | 2 | 3 | 4 | 5 = 2) {
  const { tenantId, orgId: root } = await buildTenant(app);
  const orgId = await buildOrg(app, { tenantId, pid: root });
  const who = await buildOperator(app, {
    tenantId,
    orgId,
    permissions: every,
    dataScope,
    accountType: AccountType.SysAdmin,
  });
  return { tenantId, root, orgId, who, granter: app.as(who) };
}

describe("resolveAccess", () => {
  test("adds the scopes of all roles up, whatever their order, and ignores disabled ones", async () => {
    const { tenantId, orgId: root } = await buildTenant(app);
    const own = await buildOrg(app, { tenantId, pid: root });
    const below = await buildOrg(app, { tenantId, pid: own });
    const chosen = await buildOrg(app, { tenantId, pid: root });
    const roleIds = [
      await buildRole(app, { tenantId, dataScope: 4, permissions: ["sysPos:add"] }),
      await buildRole(app, { tenantId, dataScope: 5, orgIds: [chosen] }),
      await buildRole(app, { tenantId, dataScope: 2, permissions: ["sysPos:page"] }),
      await buildRole(app, { tenantId, dataScope: 1, permissions: ["sysPos:delete"], status: 2 }),
    ];
    const access = await resolveAccess(app.platform, await buildUser(app, { tenantId, orgId: own, roleIds }));
    expect([...(access?.scope.orgIds ?? [])].sort()).toEqual([own, below, chosen].sort());
    expect(access?.scope).toMatchObject({ tenantId, selfOnly: false });
    expect(access?.permissions).toEqual(new Set(["sysPos:add", "sysPos:page"]));
  });

  test("lets all data win over chosen organisations", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const roleIds = [
      await buildRole(app, { tenantId, dataScope: 1 }),
      await buildRole(app, { tenantId, dataScope: 5, orgIds: [orgId] }),
    ];
    const access = await resolveAccess(app.platform, await buildUser(app, { tenantId, orgId, roleIds }));
    expect(access?.scope.orgIds).toBe("all");
  });

  test("limits a user without a role to own records", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const access = await resolveAccess(app.platform, await buildUser(app, { tenantId, orgId }));
    expect(access?.scope.selfOnly).toBe(true);
    expect(access?.permissions.size).toBe(0);
  });

  test("takes a permission away when its page is disabled", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    const userId = await buildUser(app, {
      tenantId,
      orgId,
      roleIds: [await buildRole(app, { tenantId, permissions: ["sysPos:add"] })],
    });
    await app.platform.db.updateTable("menus").set({ status: 2 }).where("code", "=", "sysPos").execute();
    expect((await resolveAccess(app.platform, userId))?.permissions.size).toBe(0);
    await app.platform.db.updateTable("menus").set({ status: 1 }).where("code", "=", "sysPos").execute();
  });

  test("ignores a role of another tenant", async () => {
    const [one, other] = [await buildTenant(app), await buildTenant(app)];
    const roleId = await buildRole(app, { tenantId: other.tenantId, dataScope: 1, permissions: ["sysPos:add"] });
    const access = await resolveAccess(app.platform, await buildUser(app, { ...one, roleIds: [roleId] }));
    expect(access).toMatchObject({ roleIds: [], scope: { selfOnly: true } });
  });
});

describe("sysRole.add", () => {
  test("adds a role with menus the caller holds", async () => {
    const { granter } = await buildGranter();
    const wanted = [await menuId("system"), await menuId("sysRole"), await menuId("sysRole:page")];
    const id = await granter.call(sysRole, "add", { name: unique("R"), menuIdList: wanted });
    expect(await granter.call(sysRole, "ownMenuList", { id })).toEqual(wanted.sort((a, b) => a - b));
    expect(await granter.call(sysRole, "detail", { id })).toMatchObject({ dataScope: 4 });
  });

  test("adds a role with its data scope and the organisations of it, in one go", async () => {
    const { granter, orgId } = await buildGranter();
    const id = await granter.call(sysRole, "add", { name: unique("R"), dataScope: 5, orgIdList: [orgId] });
    expect(await granter.call(sysRole, "detail", { id })).toMatchObject({ dataScope: 5 });
    expect(await granter.call(sysRole, "ownOrgList", { id })).toEqual([orgId]);
  });

  test("refuses a data scope of chosen organisations without any, and adds nothing", async () => {
    const { granter } = await buildGranter();
    const name = unique("R");
    expect(await granter.send(sysRole, "add", { name, dataScope: 5 })).toMatchObject({ bizCode: "sysRole.orgMissing" });
    const { items } = await granter.call(sysRole, "page", { name });
    expect(items).toEqual([]);
  });

  test("refuses menus the caller does not hold and adds nothing", async () => {
    const { tenantId, granter } = await buildGranter();
    const answer = await granter.send(sysRole, "add", {
      name: "Greedy",
      menuIdList: [await menuId("sysUser:resetPwd")],
    });
    expect(answer).toMatchObject({ status: 403, bizCode: "sysRole.menuNotYours" });
    expect(
      await app.platform.db
        .selectFrom("roles")
        .select("id")
        .where("tenantId", "=", tenantId)
        .where("name", "=", "Greedy")
        .execute(),
    ).toEqual([]);
  });

  test("refuses the same name with the same code", async () => {
    const { granter } = await buildGranter();
    await granter.call(sysRole, "add", { name: "Twin", code: "T" });
    expect(await granter.send(sysRole, "add", { name: "twin", code: "t" })).toMatchObject({
      status: 409,
      bizCode: "sysRole.duplicate",
    });
  });

  test("asks for a fresh factor", async () => {
    const { who } = await buildGranter();
    const stale = { ...who, provenAt: new Date("2026-11-21T09:54:00.000Z") };
    expect(await app.as(stale).send(sysRole, "add", { name: "Late" })).toMatchObject({
      status: 403,
      bizCode: "platform.stepUpRequired",
    });
  });
});

describe("sysRole.update", () => {
  test("changes the role and leaves its grants where none are sent", async () => {
    const { granter } = await buildGranter();
    const menu = await menuId("sysRole:page");
    const id = await granter.call(sysRole, "add", { name: unique("R"), menuIdList: [menu] });
    await granter.call(sysRole, "update", { id, version: 1, name: "Renamed", remark: "x" });
    expect(await granter.call(sysRole, "detail", { id })).toMatchObject({ name: "Renamed", version: 2, dataScope: 4 });
    expect(await granter.call(sysRole, "ownMenuList", { id })).toEqual([menu]);
  });

  test("refuses a role that may more than the caller", async () => {
    const { tenantId, granter } = await buildGranter();
    const id = await buildRole(app, { tenantId, permissions: ["sysUser:resetPwd"] });
    expect(await granter.send(sysRole, "update", { id, name: "Mine" })).toMatchObject({
      status: 403,
      bizCode: "sysRole.wider",
    });
  });

  test("keeps code and status of the administrator role", async () => {
    const { tenantId } = await buildGranter();
    const id = await buildRole(app, { tenantId, code: "sys_admin" });
    expect(await admin().send(sysRole, "update", { id, name: "A", code: "other" })).toMatchObject({
      status: 409,
      bizCode: "sysRole.builtInCode",
    });
    expect(await admin().send(sysRole, "update", { id, name: "A", code: "sys_admin", status: 2 })).toMatchObject({
      bizCode: "sysRole.builtInStatus",
    });
    expect(await admin().send(sysRole, "setStatus", { id, status: 2 })).toMatchObject({
      bizCode: "sysRole.builtInStatus",
    });
    await admin().call(sysRole, "update", { id, name: "Renamed" });
    expect(await admin().call(sysRole, "detail", { id })).toMatchObject({ name: "Renamed", code: "sys_admin" });
  });

  test("does not find a role of another tenant", async () => {
    const { granter } = await buildGranter();
    const { tenantId } = await buildTenant(app);
    const id = await buildRole(app, { tenantId });
    for (const [name, input] of [
      ["update", { id, name: "X" }],
      ["delete", { id }],
      ["grantMenu", { id, menuIdList: [] }],
      ["setStatus", { id, status: 2 }],
    ] as const) {
      expect(await granter.send(sysRole, name, input)).toMatchObject({ status: 404, bizCode: "platform.notFound" });
    }
  });
});

describe("sysRole.page and list", () => {
  test("shows an operator only the roles they made, and in the list those they hold as well", async () => {
    const { tenantId, orgId } = await buildGranter();
    await buildRole(app, { tenantId });
    const who = await buildOperator(app, { tenantId, orgId, permissions: ["sysRole:page", "sysRole:add"] });
    const operator = app.as(who);
    const made = await operator.call(sysRole, "add", { name: unique("Own ") });
    const page = await operator.call(sysRole, "page", {});
    expect(page.items.map(({ id }) => id)).toEqual([made]);
    const held = await app.platform.db
      .selectFrom("userRoles")
      .select("roleId")
      .where("userId", "=", who.userId)
      .execute();
    const listed = (await operator.call(sysRole, "list", {})).map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set([made, ...held.map(({ roleId }) => roleId)]));
  });

  test("leaves disabled roles out of the list", async () => {
    const { tenantId, granter } = await buildGranter();
    const id = await buildRole(app, { tenantId, status: 2 });
    expect((await granter.call(sysRole, "list", {})).map((role) => role.id)).not.toContain(id);
  });
});

describe("sysRole.delete", () => {
  test("removes an unused role with its grants", async () => {
    const { granter } = await buildGranter();
    const id = await granter.call(sysRole, "add", { name: unique("R"), menuIdList: [await menuId("sysRole:page")] });
    await granter.call(sysRole, "delete", { id });
    expect(await app.platform.db.selectFrom("roleMenus").select("menuId").where("roleId", "=", id).execute()).toEqual(
      [],
    );
  });

  test("refuses the administrator role and one that users hold", async () => {
    const { tenantId, orgId } = await buildGranter();
    const builtIn = await buildRole(app, { tenantId, code: "sys_admin" });
    expect(await admin().send(sysRole, "delete", { id: builtIn })).toMatchObject({
      status: 409,
      bizCode: "sysRole.builtIn",
    });
    const held = await buildRole(app, { tenantId });
    await buildUser(app, { tenantId, orgId, roleIds: [held] });
    expect(await admin().send(sysRole, "delete", { id: held })).toMatchObject({
      status: 409,
      bizCode: "sysRole.inUse",
    });
  });
});

describe("sysRole.grantMenu", () => {
  test("refuses menus the caller does not hold and grants nothing", async () => {
    const { granter } = await buildGranter();
    const own = await menuId("sysRole:page");
    const id = await granter.call(sysRole, "add", { name: unique("R"), menuIdList: [own] });
    const answer = await granter.send(sysRole, "grantMenu", {
      id,
      menuIdList: [own, await menuId("sysConfig:update")],
    });
    expect(answer).toMatchObject({ status: 403, bizCode: "sysRole.menuNotYours" });
    expect(await granter.call(sysRole, "ownMenuList", { id })).toEqual([own]);
  });

  test("refuses an id that is no menu, even to the platform administrator", async () => {
    const { tenantId } = await buildTenant(app);
    const id = await buildRole(app, { tenantId });
    expect(await admin().send(sysRole, "grantMenu", { id, menuIdList: [987654321] })).toMatchObject({
      bizCode: "sysRole.menuNotYours",
    });
  });
});

describe("sysRole.grantDataScope", () => {
  test("sets chosen organisations and forgets them for any other scope", async () => {
    const { orgId, granter } = await buildGranter();
    const id = await granter.call(sysRole, "add", { name: unique("R") });
    await granter.call(sysRole, "grantDataScope", { id, dataScope: 5, orgIdList: [orgId] });
    expect(await granter.call(sysRole, "ownOrgList", { id })).toEqual([orgId]);
    await granter.call(sysRole, "grantDataScope", { id, dataScope: 4 });
    expect(await granter.call(sysRole, "ownOrgList", { id })).toEqual([]);
  });

  test("refuses a scope wider than the caller's", async () => {
    const below = await buildGranter(2);
    const id = await below.granter.call(sysRole, "add", { name: unique("R") });
    expect(await below.granter.send(sysRole, "grantDataScope", { id, dataScope: 1 })).toMatchObject({
      status: 403,
      bizCode: "sysRole.scopeNotYours",
    });
    const own = await buildGranter(3);
    await buildOrg(app, { tenantId: own.tenantId, pid: own.orgId });
    const narrow = await own.granter.call(sysRole, "add", { name: unique("R") });
    expect(await own.granter.send(sysRole, "grantDataScope", { id: narrow, dataScope: 2 })).toMatchObject({
      bizCode: "sysRole.scopeNotYours",
    });
  });

  test("refuses organisations outside the caller's scope, of another tenant, and none at all", async () => {
    const { root, granter } = await buildGranter();
    const foreign = await buildTenant(app);
    const id = await granter.call(sysRole, "add", { name: unique("R") });
    for (const orgIdList of [[root], [foreign.orgId]]) {
      expect(await granter.send(sysRole, "grantDataScope", { id, dataScope: 5, orgIdList })).toMatchObject({
        status: 403,
        bizCode: "sysRole.orgNotYours",
      });
    }
    expect(await granter.send(sysRole, "grantDataScope", { id, dataScope: 5 })).toMatchObject({
      status: 400,
      bizCode: "sysRole.orgMissing",
    });
  });
});

describe("sysRole.setStatus", () => {
  test("disables a role at once for those who hold it", async () => {
    const { tenantId, orgId, granter } = await buildGranter();
    const id = await granter.call(sysRole, "add", { name: unique("R"), menuIdList: [await menuId("sysRole:page")] });
    const userId = await buildUser(app, { tenantId, orgId, roleIds: [id] });
    expect((await actorOf(app, userId)).permissions.has("sysRole:page")).toBe(true);
    await granter.call(sysRole, "setStatus", { id, status: 2 });
    expect((await actorOf(app, userId)).permissions.has("sysRole:page")).toBe(false);
  });
});
