import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { buildOperator, buildTenant, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function buildOffice() {
  const { tenantId, orgId } = await buildTenant(app);
  const who = await buildOperator(app, {
    tenantId,
    orgId,
    permissions: ["sysUser:add", "sysUser:update"],
    dataScope: 2,
    accountType: AccountType.SysAdmin,
  });
  return { orgId, operator: app.as(who) };
}

const person = (orgId: number, phone: string) => ({ account: unique("new"), realName: "New Person", orgId, phone });
const storedUser = (id: number) =>
  app.platform.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

describe("the phone of a user", () => {
  test("is of another country only where the settings take it; what was entered then stays", async () => {
    const { orgId, operator } = await buildOffice();
    const abroad = person(orgId, "+44 20 7946 0018");
    const refused = await operator.send(sysUser, "add", abroad);
    expect(refused).toMatchObject({ status: 400, bizCode: "platform.phoneElsewhere" });
    expect(refused.body.extras?.fields).toMatchObject([{ field: "phone" }]);
    expect(await operator.send(sysUser, "add", person(orgId, "12345678901"))).toMatchObject({ status: 400 });
    await setSetting(app, "sys_phone_international", "True");
    const { id } = await operator.call(sysUser, "add", abroad);
    expect(await storedUser(id)).toMatchObject({ phone: "+442079460018" });
    await setSetting(app, "sys_phone_international", "False");
    await operator.call(sysUser, "update", { ...abroad, id, realName: "Renamed" });
    expect(await operator.send(sysUser, "update", { ...abroad, id, phone: "+442079460019" })).toMatchObject({
      bizCode: "platform.phoneElsewhere",
    });
    expect(await storedUser(id)).toMatchObject({ phone: "+442079460018", realName: "Renamed" });
  });

  test("is held to the same rule by whoever changes their own profile", async () => {
    const { operator } = await buildOffice();
    const abroad = await operator.send(sysUser, "saveBaseInfo", { realName: "Myself", phone: "+33 1 40 00 00 00" });
    expect(abroad).toMatchObject({ bizCode: "platform.phoneElsewhere" });
  });
});
