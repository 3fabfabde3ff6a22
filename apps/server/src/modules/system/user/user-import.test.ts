import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildOrg, buildRole, buildTenant, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const file = (...lines: readonly string[]) => ({
  fileName: "people.csv",
  data: Buffer.from(lines.join("\n")).toString("base64"),
});

/** A branch with a code, a role within its operator's permissions, a wider one, and a user outside the branch. */
async function buildOffice() {
  const { tenantId, orgId: root } = await buildTenant(app);
  const orgId = await buildOrg(app, { tenantId, pid: root });
  const other = await buildOrg(app, { tenantId, pid: root });
  const codes = { org: unique("O"), other: unique("X"), role: unique("r"), wide: unique("w") };
  const { db } = app.platform;
  await db.updateTable("orgs").set({ code: codes.org }).where("id", "=", orgId).execute();
  await db.updateTable("orgs").set({ code: codes.other }).where("id", "=", other).execute();
  const roleId = await buildRole(app, { tenantId, permissions: ["sysPos:page"], code: codes.role });
  await buildRole(app, { tenantId, permissions: ["sysConfig:update"], code: codes.wide });
  const who = await buildOperator(app, {
    tenantId,
    orgId,
    permissions: ["sysUser:page", "sysUser:importCheck", "sysUser:import", "sysUser:ownRoleList", "sysPos:page"],
    dataScope: 2,
    accountType: AccountType.SysAdmin,
  });
  return { tenantId, orgId, codes, roleId, operator: app.as(who) };
}

describe("sysUser.importCheck and import", () => {
  test("name every bad row with why, and add nobody before somebody leaves them out", async () => {
    const { orgId, codes, roleId, operator } = await buildOffice();
    const [ann, bob] = [unique("ann"), unique("bob")];
    const given = file(
      "账号,姓名,所属机构,角色,手机号码",
      `${ann},Ann,${codes.org},${codes.role},13900002222`,
      `${ann.toUpperCase()},Ann again,${codes.org},,`,
      `${bob},Bob,${codes.org},,13900002222`,
      `two words,Cleo,${codes.org},,`,
      `${unique("dan")},Dan,Nowhere,,`,
      `${unique("eve")},Eve,${codes.other},,`,
      `${unique("fay")},Fay,${codes.org},${codes.wide},`,
      `${unique("gus")},Gus,${codes.org},no such role,`,
      `admin,Hal,${codes.org},,`,
      `${unique("ivy")},Ivy,${codes.org},,12`,
    );
    const before = (await operator.call(sysUser, "page", {})).total;
    const checked = await operator.call(sysUser, "importCheck", given);
    expect(checked).toMatchObject({ added: 1, changed: 0, faultCount: 9 });
    expect(checked.faults.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(checked.faults.every(({ reason }) => reason !== "" && !reason.includes("{"))).toBe(true);
    expect(await operator.send(sysUser, "import", given)).toMatchObject({
      status: 409,
      bizCode: "sysUser.rowsRefused",
    });
    expect((await operator.call(sysUser, "page", {})).total).toBe(before);
    expect(await operator.call(sysUser, "import", { ...given, leaveOutRefused: true })).toEqual({
      added: 1,
      changed: 0,
      leftOut: 9,
    });
    const [added] = (await operator.call(sysUser, "page", { account: ann })).items;
    expect(added).toMatchObject({ realName: "Ann", orgId, accountType: AccountType.NormalUser, status: 1 });
    expect(await operator.call(sysUser, "ownRoleList", { userId: added?.id ?? 0 })).toEqual([roleId]);
    const credentials = await app.platform.db
      .selectFrom("credentials")
      .select("userId")
      .where("userId", "=", added?.id ?? 0)
      .execute();
    expect(credentials).toEqual([]);
  });

  test("refuse a file without the columns, without a row, or with too many", async () => {
    const { codes, operator } = await buildOffice();
    for (const [given, bizCode] of [
      [file("account,name"), "sysUser.emptyFile"],
      [file("account,name", "ann,Ann"), "sysUser.columnMissing"],
      [file("account,name,organisation", '"ann'), "sysUser.unreadable"],
      [
        file("account,name,organisation", ...Array.from({ length: 1_001 }, (_, at) => `a${at},A,${codes.org}`)),
        "sysUser.tooManyRows",
      ],
      [file("account,name,organisation", "two words,Ann,x"), "sysUser.nothingToImport"],
    ] as const)
      expect(await operator.send(sysUser, "import", { ...given, leaveOutRefused: true })).toMatchObject({ bizCode });
  });
});

describe("sysUser.page", () => {
  test("narrows to the holders of a role", async () => {
    const { orgId, codes, roleId, operator } = await buildOffice();
    const account = unique("ann");
    await operator.call(
      sysUser,
      "import",
      file("account,name,organisation,roles", `${account},Ann,${codes.org},${codes.role}`) as never,
    );
    expect((await operator.call(sysUser, "page", { roleId })).items).toMatchObject([{ account, orgId }]);
  });
});
