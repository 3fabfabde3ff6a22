import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildMerchant } from "../merchants.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("whoever turned a button of somebody's role into the right to decide has nothing decided by them for a day", async () => {
  const { db } = app.platform;
  const place = await buildTenant(app);
  const scope = { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  const makerId = await buildUser(app, { ...place, accountType: AccountType.SuperAdmin });
  const maker = app.as(actor({ ...place, scope, userId: makerId, holdsAll: true, provenAt: app.clock.now() }));
  // An account that has been there for long, and may look at positions.
  const roleId = await buildRole(app, { ...place, permissions: ["sysPos:page"], dataScope: 1 });
  const userId = await buildUser(app, { ...place, roleIds: [roleId] });
  const merchantId = await buildMerchant(app, place);
  const asked = { merchantId, book: "live", currency: "USD", amount: "900", reason: "r", evidence: "T-1" } as const;
  const { id } = await maker.call(merchantBalance, "adjust", asked);
  const decide = async () =>
    app
      .as({ ...(await actorOf(app, userId)), provenAt: app.clock.now() })
      .send(merchantBalance, "approve", { merchantId, id });
  expect(await decide()).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
  const buttonOf = (permission: string) =>
    db.selectFrom("menus").select("id").where("permission", "=", permission).executeTakeFirstOrThrow();
  const [deciding, looking] = [await buttonOf("merchantBalance:approve"), await buttonOf("sysPos:page")];
  for (const [button, permission] of [
    [deciding, "sysPos:elsewhere"],
    [looking, "merchantBalance:approve"],
  ] as const) {
    const shown = await maker.call(sysMenu, "detail", { id: button.id });
    const answer = await maker.send(sysMenu, "update", { ...shown, permission } as never);
    expect([answer.status, answer.bizCode], JSON.stringify(answer.body)).toEqual([200, undefined]);
  }
  const answer = await decide();
  expect([answer.status, answer.bizCode]).toEqual([403, "platform.entangled"]);
});
