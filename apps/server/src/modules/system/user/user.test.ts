import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildOrg, buildRole, buildTenant, buildUser, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const every = Object.entries(sysUser.operations)
  .filter(([, { access }]) => access === "permission")
  .map(([name]) => `sysUser:${name}`);

/** A tenant with two branches, and an operator of the first with the whole user area and its roles. */
async function buildOffice(dataScope: 1 | 2 | 3 | 4 | 5 = 2) {
  const { tenantId, orgId: root } = await buildTenant(app);
  const orgId = await buildOrg(app, { tenantId, pid: root });
  const other = await buildOrg(app, { tenantId, pid: root });
  const who = await buildOperator(app, {
    tenantId,
    orgId,
    permissions: [...every, "sysPos:page"],
    dataScope,
    accountType: AccountType.SysAdmin,
  });
  return { tenantId, root, orgId, other, who, operator: app.as(who) };
}

const person = (orgId: number, more: object = {}) => ({
  account: unique("new"),
  realName: "New Person",
  orgId,
  ...more,
});
const storedUser = (id: number) =>
  app.platform.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

describe("sysUser.add", () => {
  test("adds a user with roles and additional organisations, and tells the link by which its password is chosen", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const below = await buildOrg(app, { tenantId, pid: orgId });
    await app.platform.db.updateTable("orgs").set({ createUserId: null }).where("id", "=", below).execute();
    const roleId = await buildRole(app, { tenantId, permissions: ["sysPos:page"], code: unique("c") });
    const posId = (
      await app.platform.db
        .insertInto("positions")
        .values({ tenantId, name: unique("P") })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
    await app.platform.db.updateTable("roles").set({ createUserId: 0 }).where("id", "=", roleId).execute();
    const added = await operator.call(sysUser, "add", person(orgId, { roleIdList: [roleId], posId, extOrgIdList: [] }));
    expect(added.invited?.invitation.length).toBeGreaterThanOrEqual(32);
    expect(await operator.call(sysUser, "ownRoleList", { userId: added.id })).toEqual([roleId]);
    expect(await operator.call(sysUser, "detail", { id: added.id })).toMatchObject({
      accountType: AccountType.NormalUser,
      status: 1,
      orgId,
      posId,
    });
    const audit = await app.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "sysUser.add")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(audit)).not.toContain(added.invited?.invitation);
  });

  test("refuses an account that exists in any tenant, whatever the case, and a phone number in use", async () => {
    const [one, two] = [await buildOffice(), await buildOffice()];
    const account = unique("dup");
    await one.operator.call(sysUser, "add", person(one.orgId, { account, phone: "13900001111" }));
    expect(
      await two.operator.send(sysUser, "add", person(two.orgId, { account: account.toUpperCase() })),
    ).toMatchObject({ status: 409, bizCode: "sysUser.duplicateAccount" });
    const answer = await two.operator.send(sysUser, "add", person(two.orgId, { phone: "139 0000 1111" }));
    expect(answer).toMatchObject({ status: 409, bizCode: "sysUser.duplicatePhone" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "phone" }]);
  });

  test("refuses an account type above the own", async () => {
    const { orgId, operator } = await buildOffice();
    expect(await operator.send(sysUser, "add", person(orgId, { accountType: AccountType.SuperAdmin }))).toMatchObject({
      status: 403,
      bizCode: "sysUser.rankNotYours",
    });
  });

  test("refuses roles that may more than the caller, are disabled, or belong to another tenant", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const foreign = await buildTenant(app);
    const strong = await buildRole(app, { tenantId, permissions: ["sysConfig:update"] });
    const wide = await buildRole(app, { tenantId, dataScope: 1 });
    const disabled = await buildRole(app, { tenantId, status: 2 });
    const theirs = await buildRole(app, { tenantId: foreign.tenantId });
    for (const roleId of [strong, wide]) {
      expect(await operator.send(sysUser, "add", person(orgId, { roleIdList: [roleId] }))).toMatchObject({
        status: 403,
        bizCode: "sysUser.roleNotYours",
      });
    }
    for (const roleId of [disabled, theirs, 987654321]) {
      expect(await operator.send(sysUser, "add", person(orgId, { roleIdList: [roleId] }))).toMatchObject({
        status: 400,
        bizCode: "sysUser.roleUnknown",
      });
    }
  });

  test("refuses an organisation outside the scope or tenant, one named twice, and an unknown position or manager", async () => {
    const { orgId, other, operator } = await buildOffice();
    const foreign = await buildTenant(app);
    for (const place of [other, foreign.orgId, 987654321]) {
      expect(await operator.send(sysUser, "add", person(place))).toMatchObject({ bizCode: "sysUser.orgNotYours" });
    }
    const twice = [{ orgId, posId: 1 }];
    expect(await operator.send(sysUser, "add", person(orgId, { extOrgIdList: twice }))).toMatchObject({
      bizCode: "sysUser.orgTwice",
    });
    expect(await operator.send(sysUser, "add", person(orgId, { posId: 987654321 }))).toMatchObject({
      bizCode: "sysUser.posUnknown",
    });
    expect(await operator.send(sysUser, "add", person(orgId, { managerUserId: 1 }))).toMatchObject({
      bizCode: "sysUser.managerUnknown",
    });
  });

  test("names every field that is wrong", async () => {
    const { operator } = await buildOffice();
    const answer = await operator.send(sysUser, "add", {
      account: "two words",
      realName: "",
      orgId: -1,
      email: "nobody",
      birthday: "2020-13-01",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.extras?.fields?.map(({ field }) => field).sort()).toEqual([
      "account",
      "birthday",
      "email",
      "orgId",
      "realName",
    ]);
  });

  test("ignores status, password and tenant in the body", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const { id } = await operator.call(
      sysUser,
      "add",
      person(orgId, { status: 2, password: "chosen", tenantId: 1, id: 1 }) as never,
    );
    expect(await storedUser(id)).toMatchObject({ tenantId, status: 1 });
  });
});

describe("sysUser.page", () => {
  test("lists the users in scope, never the platform administrator, and narrows to an organisation with those below", async () => {
    const { tenantId, root, orgId, other, who, operator } = await buildOffice();
    const below = await buildOrg(app, { tenantId, pid: orgId });
    const mine = await buildUser(app, { tenantId, orgId });
    await buildUser(app, { tenantId, orgId: other });
    await buildUser(app, { tenantId, orgId, accountType: AccountType.SuperAdmin });
    const all = await operator.call(sysUser, "page", {});
    expect(new Set(all.items.map(({ id }) => id))).toEqual(new Set([who.userId, mine]));
    const deep = await buildUser(app, { tenantId, orgId: below });
    const narrowed = await admin().call(sysUser, "page", { orgId: root, pageSize: 200 });
    expect(narrowed.items.map(({ id }) => id)).toContain(deep);
    expect(narrowed.total).toBe(4);
  });

  test("filters by account, name and position, and tells organisation, position and roles by name", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const { id: posId } = await app.platform.db
      .insertInto("positions")
      .values({ tenantId, name: "Cashier 50%" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const userId = await buildUser(app, { tenantId, orgId, roleIds: [await buildRole(app, { tenantId })] });
    await app.platform.db.updateTable("users").set({ posId }).where("id", "=", userId).execute();
    const { items } = await operator.call(sysUser, "page", { posName: "50%" });
    expect(items).toMatchObject([{ id: userId, posName: "Cashier 50%", roleName: expect.stringContaining("Role ") }]);
    expect((await operator.call(sysUser, "page", { posName: "_" })).items).toEqual([]);
  });

  test("shows somebody limited to own records only themselves", async () => {
    const { tenantId, orgId } = await buildOffice();
    const who = await buildOperator(app, { tenantId, orgId, permissions: ["sysUser:page"], dataScope: 4 });
    expect((await app.as(who).call(sysUser, "page", {})).items.map(({ id }) => id)).toEqual([who.userId]);
  });

  test("never sends a password, a hash or a tenant", async () => {
    const { operator } = await buildOffice();
    expect(JSON.stringify(await operator.call(sysUser, "page", {}))).not.toMatch(/password|hash|tenantId/i);
  });
});

describe("sysUser.update", () => {
  test("replaces profile, roles and organisations, and leaves password and status", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const id = await buildUser(app, { tenantId, orgId });
    const roleId = await buildRole(app, { tenantId });
    await operator.call(sysUser, "update", {
      ...person(orgId),
      id,
      version: 1,
      realName: "Renamed",
      roleIdList: [roleId],
      refundLimit: 200,
      status: 2,
    } as never);
    expect(await storedUser(id)).toMatchObject({ realName: "Renamed", refundLimit: 200, status: 1, version: 2 });
    expect(await operator.call(sysUser, "ownRoleList", { userId: id })).toEqual([roleId]);
    expect(await operator.call(sysUser, "ownExtOrgList", { userId: id })).toEqual([]);
  });

  test("refuses to change the own account type, roles or refund limit", async () => {
    const { orgId, who, operator } = await buildOffice();
    const own = { ...person(orgId), id: who.userId, account: who.account };
    expect(await operator.send(sysUser, "update", { ...own, accountType: AccountType.NormalUser })).toMatchObject({
      status: 403,
      bizCode: "sysUser.ownRank",
    });
    const ranked = { ...own, accountType: AccountType.SysAdmin };
    expect((await operator.send(sysUser, "update", { ...ranked, refundLimit: 1 })).bizCode).toBe("sysUser.ownRank");
    expect(await operator.send(sysUser, "update", { ...ranked, roleIdList: [] })).toMatchObject({
      status: 403,
      bizCode: "sysUser.ownRank",
    });
  });

  test("refuses a move into another tenant", async () => {
    const { tenantId, orgId } = await buildOffice();
    const foreign = await buildTenant(app);
    const id = await buildUser(app, { tenantId, orgId });
    expect(await admin().send(sysUser, "update", { ...person(foreign.orgId), id })).toMatchObject({
      bizCode: "sysUser.orgNotYours",
    });
  });
});

describe("a user who ranks above or holds more than the caller", () => {
  const attempts = [
    ["update", (id: number, orgId: number) => ({ ...person(orgId), id })],
    ["delete", (id: number) => ({ id })],
    ["setStatus", (id: number) => ({ id, status: 2 })],
    ["grantRole", (id: number) => ({ userId: id, roleIdList: [] })],
    ["resetPwd", (id: number) => ({ id })],
    ["unlockLogin", (id: number) => ({ id })],
    ["resetFactors", (id: number) => ({ id })],
  ] as const;

  test.each(attempts)("is protected from sysUser.%s", async (name, inputOf) => {
    const { tenantId, orgId, operator } = await buildOffice();
    const strong = await buildUser(app, {
      tenantId,
      orgId,
      roleIds: [await buildRole(app, { tenantId, permissions: ["sysConfig:update"] })],
    });
    const superAdmin = await buildUser(app, { tenantId, orgId, accountType: AccountType.SuperAdmin });
    for (const id of [strong, superAdmin]) {
      expect(await operator.send(sysUser, name, inputOf(id, orgId))).toMatchObject({
        status: 403,
        bizCode: "sysUser.protected",
      });
    }
  });

  test.each(attempts)("is not found by sysUser.%s from another tenant or organisation", async (name, inputOf) => {
    const { tenantId, orgId, other, operator } = await buildOffice();
    const foreign = await buildTenant(app);
    const ids = [await buildUser(app, { ...foreign }), await buildUser(app, { tenantId, orgId: other })];
    for (const id of ids)
      expect(await operator.send(sysUser, name, inputOf(id, orgId))).toMatchObject({
        status: 404,
        bizCode: "platform.notFound",
      });
  });

  test("is never removed or disabled when it is the platform administrator", async () => {
    const { tenantId, orgId } = await buildOffice();
    const id = await buildUser(app, { tenantId, orgId, accountType: AccountType.SuperAdmin });
    expect(await admin().send(sysUser, "delete", { id })).toMatchObject({ bizCode: "sysUser.protected" });
    expect(await admin().send(sysUser, "setStatus", { id, status: 2 })).toMatchObject({ bizCode: "sysUser.protected" });
  });
});

describe("sysUser.delete", () => {
  test("removes a user with roles, memberships and credentials", async () => {
    const { orgId, operator } = await buildOffice();
    const { id } = await operator.call(sysUser, "add", person(orgId));
    await operator.call(sysUser, "delete", { id });
    expect(await storedUser(id)).toBeUndefined();
    expect(await app.platform.db.selectFrom("credentials").select("userId").where("userId", "=", id).execute()).toEqual(
      [],
    );
  });

  test("refuses the own account and the administrator of a tenant", async () => {
    const { tenantId, orgId, who, operator } = await buildOffice();
    expect(await operator.send(sysUser, "delete", { id: who.userId })).toMatchObject({
      status: 409,
      bizCode: "sysUser.self",
    });
    const id = await buildUser(app, { tenantId, orgId });
    await app.platform.db.updateTable("tenants").set({ userId: id }).where("id", "=", tenantId).execute();
    expect(await operator.send(sysUser, "delete", { id })).toMatchObject({
      status: 409,
      bizCode: "sysUser.tenantAdmin",
    });
    expect(await operator.send(sysUser, "setStatus", { id, status: 2 })).toMatchObject({
      status: 409,
      bizCode: "sysUser.tenantAdmin",
    });
  });
});

describe("sysUser.setStatus", () => {
  test("disables a user and refuses the own account and an unknown status", async () => {
    const { tenantId, orgId, who, operator } = await buildOffice();
    const id = await buildUser(app, { tenantId, orgId });
    await operator.call(sysUser, "setStatus", { id, status: 2 });
    expect(await storedUser(id)).toMatchObject({ status: 2 });
    expect(await operator.send(sysUser, "setStatus", { id: who.userId, status: 2 })).toMatchObject({
      status: 409,
      bizCode: "sysUser.ownStatus",
    });
    expect(await operator.send(sysUser, "setStatus", { id, status: 3 })).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
  });
});

describe("sysUser.grantRole", () => {
  test("replaces the roles and refuses to change the own", async () => {
    const { tenantId, orgId, who, operator } = await buildOffice();
    const id = await buildUser(app, { tenantId, orgId, roleIds: [await buildRole(app, { tenantId })] });
    const roleId = await buildRole(app, { tenantId });
    await operator.call(sysUser, "grantRole", { userId: id, roleIdList: [roleId] });
    expect(await operator.call(sysUser, "ownRoleList", { userId: id })).toEqual([roleId]);
    expect(await operator.send(sysUser, "grantRole", { userId: who.userId, roleIdList: [roleId] })).toMatchObject({
      status: 403,
      bizCode: "sysUser.ownRank",
    });
  });
});

describe("sysUser.resetPwd", () => {
  test("answers another link each time, and leaves no password that opens the account", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const id = await buildUser(app, { tenantId, orgId });
    const first = await operator.call(sysUser, "resetPwd", { id });
    const second = await operator.call(sysUser, "resetPwd", { id });
    expect(first.account).toBe(second.account);
    expect(first.invitation).not.toBe(second.invitation);
    const credential = await app.platform.db
      .selectFrom("credentials")
      .selectAll()
      .where("userId", "=", id)
      .executeTakeFirstOrThrow();
    expect(credential.mustChange).toBe(true);
    expect(Date.parse(credential.expiresAt ?? "")).toBeLessThanOrEqual(Date.now());
  });
});

describe("sysUser.baseInfo", () => {
  test("shows and changes the caller's own profile, whoever the body names", async () => {
    const { tenantId, orgId } = await buildOffice();
    const victim = await buildUser(app, { tenantId, orgId });
    const who = await buildOperator(app, { tenantId, orgId });
    const own = app.as(who);
    await own.call(sysUser, "saveBaseInfo", {
      id: victim,
      realName: "Myself",
      accountType: AccountType.SuperAdmin,
      orgId: 1,
      status: 2,
    } as never);
    expect(await own.call(sysUser, "baseInfo", {})).toMatchObject({
      id: who.userId,
      realName: "Myself",
      accountType: AccountType.NormalUser,
      orgId,
      status: 1,
    });
    expect(await storedUser(victim)).toMatchObject({ version: 1 });
  });
});
