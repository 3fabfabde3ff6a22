import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { merchantProfile } from "../../../../test/merchants.ts";
import { buildOffice } from "../../../../test/offices.ts";
import { buildTenant } from "../../../../test/people.ts";
import { buildGatewayAccount } from "../../../../test/routes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** The installation's administrator, who sees every tenant. */
const administrator = () => {
  const scope = { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  return app.as(actor({ tenantId: 1, holdsAll: true, scope, provenAt: app.clock.now() }));
};

describe("the tenant of a new merchant", () => {
  test("is said by whoever sees several, and decides what the merchant can be bound to", async () => {
    const [place, other] = [await buildTenant(app), await buildTenant(app)];
    const client = administrator();
    expect(await client.send(merchant, "add", merchantProfile())).toMatchObject({ bizCode: "merchant.tenantNeeded" });
    const id = await client.call(merchant, "add", { ...merchantProfile(), tenantId: place.tenantId });
    expect(await client.call(merchant, "detail", { id })).toMatchObject({ orgId: place.orgId });
    const own = await buildGatewayAccount(app, { tenantId: place.tenantId, methodIds: [] });
    const foreign = await buildGatewayAccount(app, { tenantId: other.tenantId, methodIds: [] });
    const listed = (await client.call(gatewayAccount, "list", { merchantId: id })).map((one) => one.id);
    expect(listed).toContain(own.id);
    expect(listed).not.toContain(foreign.id);
  });

  test("cannot be one that the caller does not reach, nor have an organisation of another", async () => {
    const office = await buildOffice(app, [merchant]);
    const { tenantId, orgId } = await buildTenant(app);
    const { maker } = office;
    expect(await maker.send(merchant, "add", { ...merchantProfile(), tenantId })).toMatchObject({
      bizCode: "merchant.tenantNotYours",
    });
    const own = { ...merchantProfile(), tenantId: office.tenantId };
    expect(await maker.send(merchant, "add", { ...own, orgId })).toMatchObject({ bizCode: "merchant.orgNotYours" });
    await maker.call(merchant, "add", own);
  });
});
