import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { actorOf, buildRole, buildTenant, buildUser, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A tenant with a merchant role, and one that includes operator permissions. */
async function buildRoles() {
  const { tenantId, orgId } = await buildTenant(app);
  return {
    tenantId,
    orgId,
    ofMerchants: await buildRole(app, { tenantId, permissions: ["coinOrder:page"] }),
    ofOperators: await buildRole(app, { tenantId, permissions: ["coinOrder:page", "sysPos:page"] }),
  };
}

const refused = { status: 409, bizCode: "sysUser.roleOfOperators" };

describe("somebody who signs in for a merchant", () => {
  test("is given no role of operators, not even by the platform's administrator", async () => {
    const { tenantId, orgId, ofMerchants, ofOperators } = await buildRoles();
    const admin = app.as(actor());
    const id = await buildUser(app, { tenantId, orgId, roleIds: [ofMerchants], accountType: AccountType.Member });
    const both = [ofMerchants, ofOperators];
    expect(await admin.send(sysUser, "grantRole", { userId: id, roleIdList: both })).toMatchObject(refused);
    expect(await admin.call(sysUser, "ownRoleList", { userId: id })).toEqual([ofMerchants]);
  });

  test("is invited for a merchant, and neither added here nor made of an operator", async () => {
    const { tenantId, orgId, ofMerchants } = await buildRoles();
    const admin = app.as(actor());
    const elsewhere = { status: 400, bizCode: "sysUser.memberElsewhere" };
    const person = { account: unique("member"), realName: "Ada Owner", orgId, accountType: AccountType.Member };
    expect(await admin.send(sysUser, "add", person)).toMatchObject(elsewhere);
    const id = await buildUser(app, { tenantId, orgId, roleIds: [ofMerchants] });
    const row = await admin.call(sysUser, "detail", { id });
    const turned = { ...row, accountType: AccountType.Member, roleIdList: [ofMerchants], extOrgIdList: [] };
    expect(await admin.send(sysUser, "update", turned)).toMatchObject(elsewhere);
  });

  test("holds nothing of the operator's where such a role is there all the same", async () => {
    const { tenantId, orgId, ofOperators } = await buildRoles();
    const place = { tenantId, orgId, roleIds: [ofOperators] };
    const held = async (accountType: AccountType) =>
      [...(await actorOf(app, await buildUser(app, { ...place, accountType }))).permissions].sort();
    expect(await held(AccountType.NormalUser)).toEqual(["coinOrder:page", "sysPos:page"]);
    expect(await held(AccountType.Member)).toEqual(["coinOrder:page"]);
  });
});
