import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { authenticateWith, sessionsOf } from "../../system/session/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ authenticate: (platform) => authenticateWith(platform) });
});
afterAll(() => app.close());

const rights = [...Object.keys(merchant.operations).map((name) => `merchant:${name}`), "coinApp:page", "coinApp:add"];

/** An operator with their own session, and two merchants of the tenant. */
async function signIn() {
  const place = await buildTenant(app);
  const who = await buildOperator(app, { ...place, permissions: rights, dataScope: 1 });
  const { db } = app.platform;
  const person = await db.selectFrom("users").selectAll().where("id", "=", who.userId).executeTakeFirstOrThrow();
  const opening = {
    person: { ...person, tenantName: "", mayEnter: true },
    method: "password",
    hasSecondFactor: false,
    place: "",
  } as const;
  const { accessToken } = await sessionsOf(app.platform).open(app.context(actor({ userId: who.userId })), opening);
  const merchantId = await buildMerchant(app, { ...place, name: "Tea", createUserId: who.userId });
  const other = await buildMerchant(app, { ...place, createUserId: who.userId });
  const send = async (path: string, payload: object = {}, method: "GET" | "POST" = "POST") => {
    const headers = { authorization: `Bearer ${accessToken}`, "accept-language": "en" };
    const answer = await app.server.inject({
      method,
      url: method === "GET" ? `/api/${path}?${new URLSearchParams(payload as Record<string, string>)}` : `/api/${path}`,
      headers,
      ...(method === "POST" ? { payload } : {}),
    });
    return answer.json() as { code: number; result: never; extras: { bizCode?: string } | null };
  };
  return { ...who, merchantId, other, send };
}

describe("merchant.viewAs", () => {
  test("shows the merchant's side, read only, and nothing that the viewer made for others", async () => {
    const { merchantId, other, send } = await signIn();
    expect((await send(`${merchant.name}/viewAs`, { id: merchantId, reason: "Asked by phone" })).code).toBe(200);
    const user = (await send(`${sysAuth.name}/userInfo`, {}, "GET")).result as {
      isOfMerchant: boolean;
      viewing: { merchantName: string };
      buttons: string[];
    };
    expect(user).toMatchObject({ isOfMerchant: true, viewing: { merchantId, merchantName: "Tea" } });
    expect(user.buttons).toContain("coinApp:page");
    expect(user.buttons).not.toContain("coinApp:add");
    const { items } = (await send("merchant/page", {})).result as { items: { id: string; riskLevel: unknown }[] };
    expect(items.map(({ id, riskLevel }) => [id, riskLevel])).toEqual([[merchantId, null]]);
    expect((await send("merchant/detail", { id: other }, "GET")).code).toBe(404);
    expect((await send(`${sysMenu.name}/loginMenuTree`, {}, "GET")).code).toBe(200);
    // In the merchant view the operator's own write permissions do not apply.
    const profile = { merchantId, name: "Web", defaultCurrency: "GBP" };
    expect((await send(`${coinApp.name}/add`, profile)).code).toBe(403);
    expect((await send("merchant/suspend", { id: merchantId, reason: "r" })).code).toBe(403);
  });

  test("is kept in the audit trail with its reason, and ends on demand", async () => {
    const { userId, merchantId, other, send } = await signIn();
    await send("merchant/viewAs", { id: merchantId, reason: "Asked by phone" });
    const entry = await app.platform.db
      .selectFrom("auditEntries")
      .select(["operation", "reason"])
      .where("actorId", "=", userId)
      .where("operation", "=", "merchant.viewAs")
      .executeTakeFirst();
    expect(entry).toMatchObject({ reason: "Asked by phone" });
    expect((await send("sysAuth/endView")).code).toBe(200);
    expect((await send("merchant/detail", { id: other }, "GET")).code).toBe(200);
  });
});
