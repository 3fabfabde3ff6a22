import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboundWorkers } from "../../src/modules/integration/inbound/index.ts";
import { applyNotification } from "../../src/modules/payments/order-follow-up/index.ts";
import type { OrderRow } from "../../src/modules/payments/order-record/index.ts";
import { type GatewayPost, openGatewayPost } from "../gateway-post.ts";
import { jobContext } from "../jobs.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";

/** How long a gateway waits for its acknowledgement before it counts the notification as not delivered. */
const acknowledgedWithinMs = 3_000;
/** Jobs of notifications that a node works off at a time. */
const concurrency = 4;

let stage: OrderStage;
let post: GatewayPost;

beforeAll(async () => {
  stage = await buildOrderStage();
  post = await openGatewayPost(stage);
});
afterAll(async () => {
  await stage?.close();
  await post?.close();
});

/** What the gateway says of an order that it decides after a while, under as many numbers as are asked for. */
async function toldOf(order: OrderRow, count: number): Promise<string[]> {
  const before = post.received.length;
  for (let step = 0; step < 24 && post.received.length === before; step += 1) await stage.simulator.advance(300);
  const about = post.received.slice(before).filter(({ body }) => body.includes(order.orderNo));
  const event = JSON.parse(about.at(-1)?.body ?? "{}");
  return Array.from({ length: count }, (_, index) => JSON.stringify({ ...event, id: `${event.id}_${index}` }));
}

/** Somebody else who works with the order and does not let go of it. */
async function holdOrder({ id }: OrderRow): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM coin_orders WHERE id = $1 FOR UPDATE", [id]);
  await holder.query("SELECT 1 FROM payment_attempts WHERE order_id = $1 FOR UPDATE", [id]);
  return {
    release: async () => {
      await holder.query("COMMIT");
      await holder.end();
    },
  };
}

/** Begins to work off what was put in line, as far as a node does at a time; answers the ends of the jobs. */
function beginWork(): readonly Promise<void>[] {
  const { app } = stage;
  const [worker] = inboundWorkers(app.platform, applyNotification);
  const jobs = app.jobs.splice(0).filter(({ queue }) => queue === "gateway-notification");
  const job = jobContext(app);
  const enqueue = async (_db: unknown, request: (typeof app.jobs)[number]) => void app.jobs.push(request);
  return jobs.map(async ({ data }) => worker?.run({ ...job, spine: { ...job.spine, enqueue } } as typeof job, data));
}

const standings = async () =>
  (
    await stage.app.platform.db
      .selectFrom("inboundNotifications")
      .select("status")
      .where("gatewayAccountId", "=", stage.accounts.main)
      .orderBy("id")
      .execute()
  ).map(({ status }) => status);

describe("a gateway that waits to be acknowledged", () => {
  test("waits for neither the workers nor whoever holds the order, and is taken at its word afterwards", async () => {
    const order = await stage.pay("003");
    expect(order.status).not.toBe("paid");
    const bodies = await toldOf(order, concurrency + 2);
    const holder = await holdOrder(order);
    let ended = 0;
    const answers = [];
    for (const body of bodies.slice(0, concurrency)) answers.push(await post.deliver(body));
    const working = beginWork().map((one) => one.then(() => (ended += 1)));
    await sleep(acknowledgedWithinMs + 500);
    expect(working).toHaveLength(concurrency);
    expect(ended).toBe(0);

    for (const body of bodies.slice(concurrency)) answers.push(await post.deliver(body));
    answers.push(await post.deliver(bodies[0] ?? ""));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeLessThan(acknowledgedWithinMs);
    expect(await standings()).toEqual(bodies.map(() => "received"));
    expect((await stage.read(order)).status).not.toBe("paid");

    await holder.release();
    await Promise.all(working);
    await Promise.all(beginWork());
    expect(await standings()).not.toContain("received");
    expect((await stage.read(order)).status).toBe("paid");
    expect((await stage.booked(order)).filter((line) => line.startsWith("J01 "))).toHaveLength(1);
  }, 60_000);
});
