import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { actorOf, buildOperator, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import type { Actor } from "../../../platform/access/actor.ts";

let app: TestApp;
let id: string;
let operator: Actor;
let owner: Actor;

beforeAll(async () => {
  app = await buildTestApp();
  const place = await buildTenant(app);
  const permissions = ["page", "detail", "export"].map((name) => `merchant:${name}`);
  id = await buildMerchant(app, { ...place, riskLevel: "high" });
  operator = await buildOperator(app, { ...place, permissions, dataScope: 1 });
  const roleId = await buildRole(app, { tenantId: place.tenantId, permissions });
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.Member });
  await app.platform.db.updateTable("users").set({ merchantId: id }).where("id", "=", userId).execute();
  // Includes exports, which no merchant role has.
  owner = { ...(await actorOf(app, userId)), permissions: new Set(permissions) };
});
afterAll(() => app?.close());

const listed = async (who: Actor, riskLevel: ("low" | "medium" | "high")[]) =>
  (await app.as(who).call(merchant, "page", { riskLevel })).items.map((row) => row.riskLevel);

const asked = (riskLevel: string[], columns: string[]) => ({ format: "csv", columns, filter: { riskLevel } }) as const;

describe("the risk level of a merchant", () => {
  test("is read and searched by the operator", async () => {
    expect((await app.as(operator).call(merchant, "detail", { id })).riskLevel).toBe("high");
    expect(await listed(operator, ["high"])).toEqual(["high"]);
    expect(await listed(operator, ["low"])).toEqual([]);
    expect(await app.as(operator).send(merchant, "export", asked(["high"], ["riskLevel"]))).toMatchObject({
      status: 200,
    });
  });

  test("is neither told to the merchant's own people nor found out by a filter", async () => {
    expect((await app.as(owner).call(merchant, "detail", { id })).riskLevel).toBeNull();
    expect(await listed(owner, [])).toEqual([null]);
    const refused = { status: 403, bizCode: "platform.operatorsField" };
    const client = app.as(owner);
    expect(await client.send(merchant, "page", { riskLevel: ["high"] })).toMatchObject(refused);
    for (const input of [asked(["high"], ["name"]), asked([], ["riskLevel"])])
      expect(await client.send(merchant, "export", input)).toMatchObject(refused);
    expect(await client.send(merchant, "export", asked([], ["name"]))).toMatchObject({ status: 200 });
  });
});
