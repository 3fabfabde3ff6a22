import type { TestApp } from "./app.ts";
import { type OpenClient, openClient } from "./open-caller.ts";
import type { OrderStage } from "./order-stage.ts";
import { buildOrder } from "./orders.ts";
import { buildTenant } from "./people.ts";
import { buildCoinApp, buildTradingMerchant } from "./terms.ts";

/** A merchant in business, of a tenant of its own, with its servers. */
export interface Shop {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appId: string;
  readonly live: OpenClient;
  readonly test: OpenClient;
}

export async function buildShop(node: TestApp): Promise<Shop> {
  const place = await buildTenant(node);
  const { merchantId, app } = await buildTradingMerchant(node, place);
  return {
    merchantId,
    tenantId: place.tenantId,
    appId: app.id,
    live: openClient(node.server, node.clock, app.live),
    test: openClient(node.server, node.clock, app.test),
  };
}

/** Another app of a stage's merchant, in test mode: its server, and the key that its pages show. */
export async function buildStageShop({ app, merchantId, place }: OrderStage) {
  const made = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
  const { publishableKey } = await app.platform.db
    .selectFrom("appKeys")
    .select("publishableKey")
    .where("appKey", "=", made.test.appKey)
    .executeTakeFirstOrThrow();
  return { shop: openClient(app.server, app.clock, made.test), publishableKey };
}

/** An order of a shop as a row. */
export const orderIn = (node: TestApp, { merchantId, tenantId, appId }: Shop, parts: object = {}): Promise<string> =>
  buildOrder(node, { merchantId, tenantId, appId, ...parts });
