import { merchant } from "@countinghouse/contract/merchant/merchant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { buildMerchant } from "../../../test/merchants.ts";
import { actorOf, buildOperator, buildRole, buildTenant, buildUser } from "../../../test/people.ts";
import type { Actor } from "../../platform/access/actor.ts";
import { exportRows } from "../../platform/export/export-query.ts";
import { exportSourcesOf } from "../../platform/export/exportable.ts";
import type { Context } from "../../platform/http/context.ts";
import { buildMerchantRoutes } from "./merchant.routes.ts";

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
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: 666 });
  await app.platform.db.updateTable("users").set({ merchantId: id }).where("id", "=", userId).execute();
  owner = await actorOf(app, userId);
});
afterAll(() => app?.close());

const listed = async (who: Actor, riskLevel: ("low" | "medium" | "high")[]) =>
  (await app.as(who).call(merchant, "page", { riskLevel })).items.map((row) => row.riskLevel);

/** The same rows as an export reads them. */
async function exported(who: Actor, riskLevel: string[]) {
  const source = exportSourcesOf([buildMerchantRoutes([])]).get("merchant");
  if (!source) throw new Error("merchants cannot be exported");
  const ctx = { db: app.platform.db, actor: who } as Context;
  const rows = await exportRows(ctx, source, { riskLevel } as object).execute();
  return rows.map((row) => row.riskLevel);
}

describe("the risk level of a merchant", () => {
  test("is read and searched by the operator", async () => {
    expect((await app.as(operator).call(merchant, "detail", { id })).riskLevel).toBe("high");
    expect(await listed(operator, ["high"])).toEqual(["high"]);
    expect(await listed(operator, ["low"])).toEqual([]);
    expect(await exported(operator, ["high"])).toEqual(["high"]);
  });

  test("is neither told to the merchant's own people nor found out by a filter", async () => {
    expect((await app.as(owner).call(merchant, "detail", { id })).riskLevel).toBeNull();
    expect(await listed(owner, [])).toEqual([null]);
    expect(await listed(owner, ["high"])).toEqual([]);
    expect(await exported(owner, [])).toEqual([null]);
    expect(await exported(owner, ["high"])).toEqual([]);
  });
});
