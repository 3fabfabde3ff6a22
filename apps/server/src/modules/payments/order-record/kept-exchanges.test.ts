import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { sweepLog } from "../../../../test/jobs.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOrder } from "../../../../test/orders.ts";
import { buildTenant } from "../../../../test/people.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { oldExchanges } from "./index.ts";

const dayMs = 86_400_000;

let app: TestApp;
let merchantId: string;
let orderId: string;

beforeAll(async () => {
  app = await buildTestApp();
  const place = await buildTenant(app);
  merchantId = await buildMerchant(app, place);
  orderId = await buildOrder(app, { merchantId, tenantId: place.tenantId });
});
afterAll(() => app.close());

/** What was said so many days ago. */
async function said(daysAgo: number): Promise<string> {
  const time = new Date(app.clock.now().getTime() - daysAgo * dayMs);
  const id = newId("oxc", time);
  await app.platform.db
    .insertInto("orderExchanges")
    .values({
      merchantId,
      id,
      orderId,
      time: time.toISOString(),
      direction: "gateway_out",
      operation: "authorize",
      result: "ok",
    } as never)
    .execute();
  return id;
}

const kept = async () =>
  (
    await app.platform.db
      .selectFrom("orderExchanges")
      .select("id")
      .where("merchantId", "=", merchantId)
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

const run = () => sweepLog(app, oldExchanges);

describe("oldExchanges", () => {
  test("forgets what is older than four hundred days, once, and nothing of the order", async () => {
    await said(401);
    await said(1_000);
    const young = [await said(399), await said(0)];
    expect(await run()).toBe(2);
    expect(await run()).toBe(0);
    expect(await kept()).toEqual(young);
    const orders = await app.platform.db.selectFrom("coinOrders").select("id").where("id", "=", orderId).execute();
    expect(orders).toHaveLength(1);
  });

  test("follows the days an administrator chose", async () => {
    const before = await kept();
    await app.platform.db
      .updateTable("configs")
      .set({ value: "3650" })
      .where("code", "=", "order_exchange_retention_days")
      .execute();
    const old = await said(3_000);
    expect(await run()).toBe(0);
    expect(await kept()).toEqual([old, ...before]);
    app.clock.forward(651 * dayMs);
    expect(await run()).toBe(1);
  });
});
