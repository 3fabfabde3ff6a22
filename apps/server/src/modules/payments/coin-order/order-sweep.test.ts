import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { sweep } from "./coin-order.worker.ts";
import { syncOrder } from "./order-follow-up.service.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const failures = () =>
  stage.app.platform.db
    .selectFrom("eventExceptionItems")
    .select("objectId")
    .where("eventType", "=", "order.sweepFailed")
    .execute();

test("what fails in a sweep goes behind everything else and is told of once, at the first failure", async () => {
  const { app, node } = stage;
  const broken = [await stage.create(), await stage.create()];
  app.clock.forward(1_000);
  const sound = await stage.create();
  app.clock.forward(31 * 60_000);
  // Its next step would be told under a number that is taken: whoever touches it fails.
  const spoil = (id: string) =>
    app.platform.db.updateTable("coinOrders").set({ timelineSeq: 0 }).where("id", "=", id).execute();
  for (const { id } of broken) await spoil(id);
  const job = { logger: app.platform.logger, signal: AbortSignal.timeout(30_000) };
  await sweep(node, job, 2);
  expect((await stage.read(sound)).status).toBe("created");
  expect((await failures()).map(({ objectId }) => objectId).sort()).toEqual(broken.map(({ id }) => id).sort());
  await sweep(node, job, 2);
  expect((await stage.read(sound)).status).toBe("canceled");
  app.clock.forward(61_000);
  await sweep(node, job, 2);
  expect(await failures()).toHaveLength(2);
  for (const { id } of broken)
    await app.platform.db.updateTable("coinOrders").set({ timelineSeq: 1 }).where("id", "=", id).execute();
  app.clock.forward(3_600_000);
  await sweep(node, job, 2);
  expect((await Promise.all(broken.map((order) => stage.read(order)))).map(({ status }) => status)).toEqual([
    "canceled",
    "canceled",
  ]);
  expect(await app.platform.db.selectFrom("sweepFailures").selectAll().execute()).toEqual([]);
});

test("questions asked in between are no evidence: however often somebody looks, an open payment stays open", async () => {
  const order = await stage.pay("502");
  for (let look = 0; look < 12; look += 1)
    await syncOrder(stage.node, stage.caller, { merchantId: stage.merchantId, orderId: order.id });
  expect(await stage.read(order)).toMatchObject({ status: "pending" });
  expect(await stage.attempts(order)).toMatchObject([{ status: "unknown", notFoundCount: 0 }]);
  const again = await stage.confirm(order).catch((error: { code: string }) => error.code);
  expect(again).toBe("coinOrder.attemptInFlight");
});
