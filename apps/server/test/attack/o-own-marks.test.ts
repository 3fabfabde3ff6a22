import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildMerchant } from "../merchants.ts";
import { buildTenant, buildUser } from "../people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("a person with two accounts does not decide by the second one once its own profile names another e-mail", async () => {
  const place = await buildTenant(app);
  const scope = { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  const sign = async () => {
    const userId = await buildUser(app, { ...place, accountType: AccountType.SuperAdmin });
    await app.platform.db.updateTable("users").set({ email: "robin@house.example" }).where("id", "=", userId).execute();
    return app.as(actor({ ...place, scope, userId, provenAt: app.clock.now() }));
  };
  const [asker, twin] = [await sign(), await sign()];
  const merchantId = await buildMerchant(app, place);
  const asked = { merchantId, book: "live", currency: "USD", amount: "900", reason: "r", evidence: "T-1" } as const;
  const { id } = await asker.call(merchantBalance, "adjust", asked);
  const decide = () => twin.send(merchantBalance, "approve", { merchantId, id });
  expect(await decide()).toMatchObject({ status: 403, bizCode: "platform.samePerson" });
  // One call of the second account about itself, without a fresh factor.
  expect(
    (await twin.send(sysUser, "saveBaseInfo", { realName: "Robin", email: "somebody.else@house.example" })).status,
  ).toBe(200);
  expect((await decide()).status).toBe(403);
});
