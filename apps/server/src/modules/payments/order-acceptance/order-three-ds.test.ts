import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { testCard } from "../../../../test/simulator.ts";
import { buildFeeRule } from "../../../../test/terms.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

test("an account that cannot authenticate is not taken where the price there demands 3-D Secure", async () => {
  const { db } = stage.app.platform;
  const { main, backup } = stage.accounts;
  const owner = { tenantId: stage.place.tenantId, merchantId: stage.merchantId };
  // The main account cannot authenticate, and its own rule demands it; the other one can, and its rule asks for none.
  await buildFeeRule(stage.app, owner, { currency: "USD", gatewayAccountId: main, threeDsPolicy: "always" });
  await buildFeeRule(stage.app, owner, { currency: "USD", gatewayAccountId: backup, threeDsPolicy: "never" });
  const { upstreamGatewayId, capabilities } = await db
    .selectFrom("gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .select(["gateways.upstreamGatewayId", "upstreamGateways.capabilities"])
    .where("gatewayAccounts.id", "=", main)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("upstreamGateways")
    .set({ capabilities: capabilities.filter((one) => one !== "3ds") })
    .where("id", "=", upstreamGatewayId)
    .execute();
  const order = await stage.create();
  await stage.confirm(order, { card: testCard("001"), threeDs: "force" });
  expect(await stage.attempts(order)).toMatchObject([{ gatewayAccountId: backup, isThreeDsForced: false }]);
}, 60_000);
