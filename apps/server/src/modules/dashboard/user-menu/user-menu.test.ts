import { sysUserMenu } from "@countinghouse/contract/dashboard/user-menu/user-menu.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const idOf = async (code: string): Promise<number> =>
  (await app.platform.db.selectFrom("menus").select("id").where("code", "=", code).executeTakeFirstOrThrow()).id;
const operator = async () =>
  buildOperator(app, { ...(await buildTenant(app)), permissions: ["sysPos:page", "sysRole:page"] });

describe("sysUserMenu.add and delete", () => {
  test("replace the shortcuts in the given order and take single ones away", async () => {
    const who = await operator();
    const me = app.as(who);
    const [pos, role] = [await idOf("sysPos"), await idOf("sysRole")];
    await me.call(sysUserMenu, "add", { menuIdList: [role] });
    await me.call(sysUserMenu, "add", { userId: who.userId, menuIdList: [role, pos, role] });
    expect(await me.call(sysUserMenu, "userMenuIdList", { userId: who.userId })).toEqual([role, pos]);
    expect(await me.call(sysUserMenu, "userMenuList", { userId: who.userId })).toMatchObject([
      { path: "/system/role" },
      { path: "/system/pos" },
    ]);
    await me.call(sysUserMenu, "delete", { menuIdList: [role] });
    expect(await me.call(sysUserMenu, "userMenuIdList", { userId: who.userId })).toEqual([pos]);
    await me.call(sysUserMenu, "deleteByUserId", { userId: who.userId });
    expect(await me.call(sysUserMenu, "userMenuIdList", { userId: who.userId })).toEqual([]);
  });

  test("refuse pages that are not open to the caller, directories and buttons", async () => {
    const me = app.as(await operator());
    for (const code of ["sysUser", "system", "sysPos:page"]) {
      expect(await me.send(sysUserMenu, "add", { menuIdList: [await idOf(code)] })).toMatchObject({
        status: 400,
        bizCode: "sysUserMenu.menuUnknown",
      });
    }
  });

  test("hide a shortcut whose page was taken away", async () => {
    const who = await operator();
    const me = app.as(who);
    await me.call(sysUserMenu, "add", { menuIdList: [await idOf("sysPos")] });
    await app.platform.db.deleteFrom("userRoles").where("userId", "=", who.userId).execute();
    expect(await me.call(sysUserMenu, "userMenuList", { userId: who.userId })).toEqual([]);
  });
});

describe("the shortcuts of somebody else", () => {
  test("are neither seen nor changed", async () => {
    const me = app.as(await operator());
    const { userId } = await operator();
    const attempts = [
      ["add", { userId, menuIdList: [] }],
      ["delete", { userId, menuIdList: [] }],
      ["deleteByUserId", { userId }],
      ["userMenuList", { userId }],
      ["userMenuIdList", { userId }],
    ] as const;
    for (const [name, input] of attempts)
      expect(await me.send(sysUserMenu, name, input)).toMatchObject({ status: 403, bizCode: "sysUserMenu.notYours" });
  });
});
