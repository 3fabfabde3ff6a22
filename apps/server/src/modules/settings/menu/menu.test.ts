import { type MenuTreeNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const idOf = async (code: string): Promise<number> =>
  (await app.platform.db.selectFrom("menus").select("id").where("code", "=", code).executeTakeFirstOrThrow()).id;
const names = (nodes: readonly MenuTreeNode[]): (string | null)[] =>
  nodes.flatMap((node) => [node.name, ...names(node.children)]);
const operatorWith = async (permissions: string[]) =>
  app.as(await buildOperator(app, { ...(await buildTenant(app)), permissions }));
const page = (more: object = {}) => ({ pid: 0, type: 2, title: unique("Page "), ...more }) as const;

describe("sysMenu.loginMenuTree", () => {
  test("shows what was granted with the directories above it, and no buttons", async () => {
    const operator = await operatorWith(["sysPos:page"]);
    const tree = await operator.call(sysMenu, "loginMenuTree", {});
    expect(names(tree)).toEqual(["system", "sysPos"]);
    expect(tree[0]?.children[0]).toMatchObject({
      type: 2,
      component: "pos/pos.list",
      children: [],
      meta: { titles: { en: "Positions" } },
    });
  });

  test("shows the platform administrator every page in use, without buttons", async () => {
    const tree = await admin().call(sysMenu, "loginMenuTree", {});
    expect(names(tree)).toEqual(expect.arrayContaining(["home", "sysUser", "sysMenu", "sysLogVis"]));
    expect(JSON.stringify(tree)).not.toContain('"type":3');
  });

  test("shows nothing to somebody without a role", async () => {
    expect(await (await operatorWith([])).call(sysMenu, "loginMenuTree", {})).toEqual([]);
  });

  test("leaves out pages whose list the caller may not read, whatever a role gives", async () => {
    const place = await buildTenant(app);
    const extra = ["sysPos:page", "sysPos:add", "sysOrg:add", "coinOrder:page"];
    const shownTo = async (parts: { accountType?: AccountType; permissions: string[] }) =>
      names(await app.as(await buildOperator(app, { ...place, ...parts })).call(sysMenu, "loginMenuTree", {}));
    expect(await shownTo({ permissions: extra })).toEqual(["payments", "coinOrder", "system", "sysOrg", "sysPos"]);
    expect(await shownTo({ permissions: extra, accountType: AccountType.Member })).toEqual(["payments", "coinOrder"]);
    expect(await shownTo({ permissions: ["sysPos:add"] })).toEqual([]);
  });

  test("names a merchant's own side by its own titles, and lists no page on which there is nothing yet", async () => {
    const place = await buildTenant(app);
    const permissions = ["merchant:page", "webhook:page", "capture:page", "coinOrder:page"];
    const tree = await app
      .as(await buildOperator(app, { ...place, permissions, accountType: AccountType.Member }))
      .call(sysMenu, "loginMenuTree", {});
    const flat = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
      nodes.flatMap((node) => [node, ...flat(node.children)]);
    const shown = flat(tree).filter(({ meta }) => !meta.isHide);
    expect(shown.map(({ meta }) => meta.titles?.en)).toEqual(["Transactions", "Orders", "Business", "My company"]);
    expect(names(tree)).toEqual(expect.arrayContaining(["webhook", "capture"]));
  });

  test("lists to a merchant's person no files and no payouts before the first, also to one who may begin them", async () => {
    const pages = ["orderImport", "refundImport", "payoutOrder", "payoutAccount"];
    const permissions = pages.flatMap((code) => [`${code}:page`, `${code}:add`]);
    const place = await buildTenant(app);
    const shownTo = async (parts: object) => {
      const who = await buildOperator(app, { ...place, permissions, ...parts });
      const tree = await app.as(who).call(sysMenu, "loginMenuTree", {});
      return tree.flatMap(({ children }) => children.filter(({ meta }) => !meta.isHide).map(({ name }) => name)).sort();
    };
    expect(await shownTo({ accountType: AccountType.Member })).toEqual(["payoutAccount"]);
    expect(await shownTo({})).toEqual([...pages].sort());
  });

  test("leaves disabled entries out, with all below them", async () => {
    const operator = await operatorWith(["sysPos:page"]);
    await app.platform.db.updateTable("menus").set({ status: 2 }).where("code", "=", "system").execute();
    const tree = await operator.call(sysMenu, "loginMenuTree", {});
    await app.platform.db.updateTable("menus").set({ status: 1 }).where("code", "=", "system").execute();
    expect(tree).toEqual([]);
  });
});

describe("sysMenu.hasPage", () => {
  test("knows a page in use, whoever asks, and no other address", async () => {
    const [nobody, root] = [await operatorWith([]), admin()];
    const path = `/${unique("desk").replace(" ", "-")}`;
    const id = await root.call(sysMenu, "add", page({ path: `${path}/:id`, component: "pos/pos.list" }));
    const asked = (address: string) => nobody.call(sysMenu, "hasPage", { path: address });
    expect([await asked("/system/role"), await asked(`${path}/7`), await asked("/system")]).toEqual([true, true, true]);
    expect([await asked(path), await asked(`${path}/7/8`), await asked("/nowhere")]).toEqual([false, false, false]);
    await app.platform.db.updateTable("menus").set({ status: 2 }).where("id", "=", id).execute();
    expect(await asked(`${path}/7`)).toBe(false);
  });
});

describe("sysMenu.ownBtnPermList", () => {
  test("lists what the caller holds and nothing else", async () => {
    const operator = await operatorWith(["sysPos:page", "sysPos:add"]);
    expect(await operator.call(sysMenu, "ownBtnPermList", {})).toEqual(["sysPos:add", "sysPos:page"]);
    expect(await admin().call(sysMenu, "ownBtnPermList", {})).toEqual(
      expect.arrayContaining(["sysTenant:setStatus", "sysUser:resetPwd"]),
    );
  });
});

describe("sysMenu.list", () => {
  test("answers the granted tree, and flat to a search in any language", async () => {
    const operator = await operatorWith(["sysPos:page"]);
    expect(await operator.call(sysMenu, "list", {})).toMatchObject([
      { code: "system", children: [{ code: "sysPos", children: [{ code: "sysPos:page" }] }] },
    ]);
    expect(await operator.call(sysMenu, "list", { title: "職位" })).toMatchObject([{ code: "sysPos" }]);
    expect(await operator.call(sysMenu, "list", { title: "Roles" })).toEqual([]);
    expect(await operator.call(sysMenu, "list", { type: 3 })).toMatchObject([{ code: "sysPos:page" }]);
  });
});

describe("sysMenu.add", () => {
  test("adds a page with titles per language, and takes from a button what it cannot have", async () => {
    const id = await admin().call(sysMenu, "add", page({ titles: { en: "Own", "zh-tw": "自訂" }, permission: "a:b" }));
    expect(await admin().call(sysMenu, "detail", { id })).toMatchObject({
      titles: { en: "Own", "zh-tw": "自訂" },
      permission: null,
      code: null,
    });
    const button = await admin().call(sysMenu, "add", {
      pid: id,
      type: 3,
      title: "Go",
      permission: "sysPos:add",
      path: "/x",
      icon: "i",
      isAffix: true,
    });
    expect(await admin().call(sysMenu, "detail", { id: button })).toMatchObject({
      permission: "sysPos:add",
      path: null,
      icon: null,
      isAffix: false,
    });
  });

  test("refuses the same title under one parent and the same route name anywhere", async () => {
    const first = page({ name: unique("route") });
    await admin().call(sysMenu, "add", first);
    expect(await admin().send(sysMenu, "add", page({ title: first.title.toUpperCase() }))).toMatchObject({
      status: 409,
      bizCode: "sysMenu.duplicateTitle",
    });
    expect(
      await admin().send(sysMenu, "add", page({ name: (first as { name?: string }).name?.toUpperCase() })),
    ).toMatchObject({ status: 409, bizCode: "sysMenu.duplicateName" });
    await admin().call(sysMenu, "add", page({ title: first.title, pid: await idOf("logs") }));
  });

  test("refuses a button without a well-formed permission, twice the same, or at the top", async () => {
    const pid = await idOf("sysPos");
    const button = (more: object) => ({ pid, type: 3, title: "B", ...more });
    expect(await admin().send(sysMenu, "add", button({}))).toMatchObject({ bizCode: "sysMenu.permissionMissing" });
    expect(await admin().send(sysMenu, "add", button({ permission: "add" }))).toMatchObject({
      bizCode: "sysMenu.permissionMalformed",
    });
    expect(await admin().send(sysMenu, "add", button({ permission: "sysPos:add" }))).toMatchObject({
      status: 409,
      bizCode: "sysMenu.duplicatePermission",
    });
    expect(await admin().send(sysMenu, "add", { ...button({ permission: "a:b" }), pid: 0 })).toMatchObject({
      bizCode: "sysMenu.buttonAtRoot",
    });
  });

  test("refuses a button as parent, an unknown parent, and a link that could run something", async () => {
    expect(await admin().send(sysMenu, "add", page({ pid: await idOf("sysPos:add") }))).toMatchObject({
      bizCode: "sysMenu.parentIsButton",
    });
    expect(await admin().send(sysMenu, "add", page({ pid: 987654321 }))).toMatchObject({
      bizCode: "sysMenu.parentUnknown",
    });
    const unsafe = ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x"];
    const inside = [
      "http://127.0.0.1/admin",
      "https://intranet/",
      "http://192.168.1.1/",
      "https://me:word@example.com/",
    ];
    for (const outLink of [...unsafe, ...inside]) {
      expect(await admin().send(sysMenu, "add", page({ outLink }))).toMatchObject({
        status: 400,
        bizCode: "sysMenu.linkMalformed",
      });
    }
    for (const outLink of ["https://example.com/help", "ftp://files.example.com/guide.pdf", "/system/user"])
      await admin().call(sysMenu, "add", page({ outLink }));
    for (const path of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "x"])
      for (const field of ["path", "redirect"])
        expect(await admin().send(sysMenu, "add", page({ [field]: path }))).toMatchObject({
          bizCode: "sysMenu.pathMalformed",
        });
    for (const component of ["nobody/nobody.list", "../../app/main", "https://evil.example/x", "menu"])
      expect(await admin().send(sysMenu, "add", page({ component }))).toMatchObject({
        bizCode: "sysMenu.componentUnknown",
      });
    await admin().call(sysMenu, "add", page({ path: "/own/pos", redirect: "/own", component: "pos/pos" }));
  });

  test("refuses a language that is not spoken", async () => {
    expect(await admin().send(sysMenu, "add", page({ titles: { fr: "Page" } }))).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
  });
});

describe("sysMenu.update", () => {
  test("keeps a renamed built-in entry the same entry", async () => {
    const id = await idOf("sysPos");
    const { children: _children, ...entry } = (await admin().call(sysMenu, "list", { title: "职位管理" }))[0] ?? {
      children: [],
    };
    await admin().call(sysMenu, "update", { ...entry, id, title: "Jobs" } as never);
    expect(await admin().call(sysMenu, "detail", { id })).toMatchObject({ code: "sysPos", title: "Jobs" });
  });

  test("refuses a circle and a change between button and page", async () => {
    const top = await admin().call(sysMenu, "add", page());
    const low = await admin().call(sysMenu, "add", page({ pid: top }));
    expect(await admin().send(sysMenu, "update", { id: top, ...page({ pid: top }) })).toMatchObject({
      bizCode: "sysMenu.parentIsSelf",
    });
    expect(await admin().send(sysMenu, "update", { id: top, ...page({ pid: low }) })).toMatchObject({
      bizCode: "sysMenu.parentIsBelow",
    });
    const turned = { id: low, pid: top, type: 3, title: "B", permission: "a:b" };
    expect(await admin().send(sysMenu, "update", turned)).toMatchObject({ bizCode: "sysMenu.typeFixed" });
  });

  test("refuses to turn a granted button into the key to something the editor does not hold", async () => {
    const operator = await operatorWith(["sysMenu:update", "sysPos:page"]);
    const id = await idOf("sysPos:page");
    const turned = { id, pid: await idOf("sysPos"), type: 3, title: "Query", permission: "sysTenant:setStatus" };
    expect(await operator.send(sysMenu, "update", turned)).toMatchObject({
      status: 403,
      bizCode: "sysMenu.permissionNotYours",
    });
  });
});

describe("sysMenu.delete", () => {
  test("removes an entry with everything below it and the grants on it", async () => {
    const top = await admin().call(sysMenu, "add", page());
    const low = await admin().call(sysMenu, "add", { pid: top, type: 3, title: "B", permission: "sysPos:add" });
    await app.platform.db
      .insertInto("roleMenus")
      .values({
        roleId: (await app.platform.db.selectFrom("roles").select("id").executeTakeFirstOrThrow()).id,
        menuId: low,
      })
      .execute();
    await admin().call(sysMenu, "delete", { id: top });
    expect(await app.platform.db.selectFrom("menus").select("id").where("id", "in", [top, low]).execute()).toEqual([]);
    expect(await app.platform.db.selectFrom("roleMenus").select("menuId").where("menuId", "=", low).execute()).toEqual(
      [],
    );
  });

  test("refuses entries that come with the product", async () => {
    expect(await admin().send(sysMenu, "delete", { id: await idOf("system") })).toMatchObject({
      status: 409,
      bizCode: "sysMenu.builtIn",
    });
  });
});
