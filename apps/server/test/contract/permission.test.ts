import { operationOf, pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildModules } from "../../src/modules/index.ts";
import { assertMay } from "../../src/platform/access/permission.ts";
import { bindOperations } from "../../src/platform/http/server.ts";
import { builtInMenu } from "../../src/seed/menu-rows.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildOperator, buildTenant } from "../people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Listed {
  readonly code: string;
  readonly resource: Resource;
  readonly name: string;
  readonly access: "permission" | "signedIn" | "anonymous";
}

const all: readonly Resource[] = resources;
const operations: readonly Listed[] = all.flatMap((resource) =>
  Object.keys(resource.operations).map((name) => ({
    code: permissionOf(resource.name, name),
    resource,
    name,
    access: operationOf(resource, name).access,
  })),
);
const withAccess = (access: Listed["access"]): readonly string[] =>
  operations.filter((operation) => operation.access === access).map(({ code }) => code);

/** Open to everyone. A door that is added here is added for the whole internet. */
const anonymous = [
  "swagger:checkUrl",
  "swagger:submitUrl",
  "sysAuth:captcha",
  "sysAuth:changePasswordByTicket",
  "sysAuth:enrolConfirm",
  "sysAuth:enrolStart",
  "sysAuth:login",
  "sysAuth:loginPhone",
  "sysAuth:mfaPasskeyOptions",
  "sysAuth:passkeyLogin",
  "sysAuth:passkeyLoginOptions",
  "sysAuth:qrStart",
  "sysAuth:qrState",
  "sysAuth:sendPhoneCode",
  "sysAuth:verifyMfa",
  "sysConfig:sysInfo",
];

/** Open to everyone signed in, besides the own sign-in: the own things, and what forms choose from. */
const signedIn = [
  "businessDay:list",
  // What waits for the reader: each kind by the permission of its own list.
  "inbox:count",
  "inbox:defer",
  "inbox:handled",
  "inbox:list",
  "merchantWebhookConfig:eventTypes",
  // Asked by the downloads in the header; answered with the own imports, to those who may list imports.
  "orderImport:mine",
  // Asked by the home page; answered to those who may see orders.
  "orderStats:conversion",
  "orderStats:countries",
  "orderStats:figures",
  "orderStats:methods",
  // Asked by the page of a declined order; answered to those who may see attempts.
  "paymentAttempt:declineContext",
  "paymentMethod:list",
  // The same of files of refunds.
  "refundImport:mine",
  "sysAbout:detail",
  "sysChangelog:list",
  "sysConst:data",
  "sysConst:list",
  "sysDictData:dataList",
  "sysDictType:allDictList",
  "sysDictType:dataList",
  "sysHome:events",
  "sysHome:overview",
  "sysMenu:hasPage",
  "sysMenu:list",
  "sysMenu:loginMenuTree",
  "sysMenu:ownBtnPermList",
  "sysNotice:pageReceived",
  "sysNotice:setRead",
  "sysNotice:unReadList",
  "sysOrg:list",
  // The same of them as rows.
  "sysOrg:page",
  "sysPos:list",
  "sysRegion:list",
  "sysRole:list",
  "sysSchedule:add",
  "sysSchedule:delete",
  "sysSchedule:detail",
  "sysSchedule:page",
  "sysSchedule:setStatus",
  "sysSchedule:update",
  "sysUser:baseInfo",
  "sysUser:saveBaseInfo",
  // Pictures of the caller alone.
  "sysUser:uploadAvatar",
  "sysUser:uploadSignature",
  "sysUserMenu:add",
  "sysUserMenu:delete",
  "sysUserMenu:deleteByUserId",
  "sysUserMenu:userMenuIdList",
  "sysUserMenu:userMenuList",
  "sysUserPreference:list",
  "sysUserPreference:save",
];
/** Resources whose operations all concern the caller's own sign-in, sessions or files. */
const ownResources = ["sysAuth", "sysOnlineUser", "sysJobRun"];

describe("who may call what", () => {
  test("is answered for every operation that is declared", () => {
    const routes = buildModules(app.platform);
    const answered = bindOperations(routes).map(({ resource, name }) => permissionOf(resource.name, name));
    expect(operations.map(({ code }) => code).filter((code) => !answered.includes(code))).toEqual([]);
  });

  test("is open to everyone in the listed operations only", () => {
    expect([...withAccess("anonymous")].sort()).toEqual(anonymous);
  });

  test("is open to everyone signed in in the listed operations only", () => {
    const listed = withAccess("signedIn").filter((code) => !ownResources.includes(code.split(":")[0] ?? ""));
    expect([...listed].sort()).toEqual(signedIn);
  });

  test("gives every permission a button by which it can be granted", () => {
    const granted = new Set(builtInMenu().flatMap(({ permission }) => permission ?? []));
    // Tenants are the platform administrator's alone.
    const ungrantable = withAccess("permission").filter((code) => !granted.has(code) && !code.startsWith("sysTenant:"));
    expect(ungrantable).toEqual([]);
  });
});

describe("every operation that needs a sign-in", () => {
  test.each(
    operations.filter(({ access }) => access !== "anonymous").map((operation) => [operation.code, operation] as const),
  )("%s refuses a caller without one", async (_code, { resource, name }) => {
    expect(await app.anonymous.send(resource, name, {})).toMatchObject({
      status: 401,
      bizCode: "platform.unauthenticated",
    });
  });
});

describe("every operation that needs a permission", () => {
  const guarded = operations
    .filter(({ access }) => access === "permission")
    .map((operation) => [operation.code, operation] as const);

  test.each(guarded)("%s refuses a caller who holds every permission but that", async (code, { resource, name }) => {
    const others = new Set(operations.map((operation) => operation.code).filter((other) => other !== code));
    for (const accountType of [AccountType.Member, AccountType.NormalUser, AccountType.SysAdmin]) {
      const who = actor({ userId: 2, accountType, holdsAll: false, permissions: others });
      expect(await app.as(who).send(resource, name, {})).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
    }
  });

  test("lets a caller through whose role holds exactly that", async () => {
    const place = await buildTenant(app);
    for (const [code, { resource, name }] of guarded) {
      if (code.startsWith("sysTenant:")) continue;
      const who = await buildOperator(app, { ...place, permissions: [code] });
      expect((await app.as(who).send(resource, name, {})).status, code).not.toBe(403);
    }
  });
});

describe("a path that is written another way", () => {
  const tricks = [
    "//api//sysUser/page",
    "/api/sysUser/page/",
    "/API/SYSUSER/PAGE",
    "/api/sysUser/page;x=1",
    "/api/%73ysUser/page",
    "/api/x/../sysUser/page",
    "/api/sysUser%2Fpage",
    "/api/sysUser%5cpage",
    "/api/sysUser/page.json",
    "/api/sysUser/page%00",
  ];

  test.each(tricks)("%s opens nothing", async (url) => {
    const { statusCode } = await app.server.inject({ method: "POST", url, payload: {} });
    expect([400, 401, 404]).toContain(statusCode);
  });

  test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"] as const)(
    "and the method %s executes no command",
    async (method) => {
      const before = await app.platform.db.selectFrom("positions").select("id").execute();
      const url = pathOf(sysPos, "add");
      const overriding = { "x-http-method-override": "POST" };
      const { statusCode } = await app.server.inject({ method, url, headers: overriding });
      expect([404, 405]).toContain(statusCode);
      expect(await app.platform.db.selectFrom("positions").select("id").execute()).toEqual(before);
    },
  );
});

describe("an operation that is the operator's", () => {
  const owned = operations.filter(({ resource, name }) => operationOf(resource, name).for === "operator");
  const everything = new Set(operations.map(({ code }) => code));
  const ofMerchant = { userId: 1, accountType: AccountType.Member, holdsAll: false, permissions: everything };
  const reach = { tenantId: 1, orgIds: "all", selfOnly: false } as const;
  const may = ({ resource, name }: Listed, merchantIds: readonly string[] | "all") => {
    const now = new Date(0);
    const caller = actor({ ...ofMerchant, provenAt: now, scope: { ...reach, merchantIds } });
    return () => assertMay(caller, resource.name, name, operationOf(resource, name), now);
  };

  test("is refused to a merchant's people with every permission, and to nobody else", () => {
    expect(owned.length).toBeGreaterThan(100);
    for (const one of owned) {
      expect(may(one, ["m"]), one.code).toThrow("platform.operatorOnly");
      expect(may(one, "all"), one.code).not.toThrow();
    }
    for (const one of operations) if (!owned.includes(one)) expect(may(one, ["m"]), one.code).not.toThrow();
  });
});
