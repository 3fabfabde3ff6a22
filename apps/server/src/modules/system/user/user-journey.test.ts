import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { givePassword } from "../../../../test/attack/visitor.ts";
import { buildOrg, buildTenant, buildUser, unique } from "../../../../test/people.ts";
import { authenticateWith } from "../session/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ authenticate: authenticateWith });
});
afterAll(() => app.close());

const headersOf = (answer: unknown): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${(answer as { accessToken?: string }).accessToken}` },
});

/** Signs in through the API. */
const signIn = async (account: string, password: string) =>
  headersOf(await app.anonymous.call(sysAuth, "login", { account, password }));

/** Chooses the first password by the link of a new account, and signs in with it. */
const settleIn = async (passwordChangeTicket: string) =>
  headersOf(
    await app.anonymous.call(sysAuth, "changePasswordByTicket", {
      passwordChangeTicket,
      newPassword: "amber teapot 47 marching",
    }),
  );

describe("a role, a user with it, and what that user then sees", () => {
  test("is exactly what was granted, until it is taken away", async () => {
    const { db } = app.platform;
    await givePassword(app, 1, "violet otter 93 lantern");
    const admin = await signIn("admin", "violet otter 93 lantern");
    const { tenantId, orgId: root } = await buildTenant(app);
    const [branch, other] = [
      await buildOrg(app, { tenantId, pid: root }),
      await buildOrg(app, { tenantId, pid: root }),
    ];
    const colleague = await buildUser(app, { tenantId, orgId: branch });
    await buildUser(app, { tenantId, orgId: other });

    const buttons = await db
      .selectFrom("menus")
      .select("id")
      .where("permission", "in", ["sysUser:page", "sysUser:detail"])
      .execute();
    const menuIdList = buttons.map(({ id }) => id);
    const role = await app.anonymous.call(sysRole, "add", { name: unique("Desk "), menuIdList }, admin);
    // The administrator's roles belong to the operator's tenant; this one is for another tenant's users.
    await db.updateTable("roles").set({ tenantId }).where("id", "=", role).execute();
    await app.anonymous.call(sysRole, "grantDataScope", { id: role, dataScope: 3 }, admin);
    const account = unique("desk");
    const person = { account, realName: "Desk", orgId: branch, roleIdList: [role] };
    const { id, invited } = await app.anonymous.call(sysUser, "add", person, admin);

    const own = await settleIn(invited?.invitation ?? "");
    const [system, ...rest] = await app.anonymous.call(sysMenu, "loginMenuTree", {}, own);
    expect(rest).toEqual([]);
    expect(system).toMatchObject({ name: "system", children: [{ name: "sysUser", children: [] }] });
    expect(await app.anonymous.call(sysMenu, "ownBtnPermList", {}, own)).toEqual(["sysUser:detail", "sysUser:page"]);
    const { items } = await app.anonymous.call(sysUser, "page", {}, own);
    expect(items.map((user) => user.id).sort()).toEqual([colleague, id].sort());
    expect(await app.anonymous.send(sysUser, "delete", { id: colleague }, own)).toMatchObject({ status: 403 });

    await app.anonymous.call(sysRole, "setStatus", { id: role, status: 2 }, admin);
    // A node caches a session's permissions for up to two seconds.
    const page = () => app.anonymous.send(sysUser, "page", {}, own).then(({ status }) => status);
    await expect.poll(page, { timeout: 4000 }).toBe(403);
    await app.anonymous.call(sysUser, "setStatus", { id, status: 2 }, admin);
    expect(await app.anonymous.send(sysMenu, "loginMenuTree", {}, own)).toMatchObject({ status: 401 });
  });
});
