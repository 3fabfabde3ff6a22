import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { testCard } from "../../../../test/simulator.ts";
import { connectorOf, type QueryOutcome } from "../../gateways/connector/index.ts";
import { confirmOrder } from "../order-processing/index.ts";
import { sweepOrders } from "./order-follow-up.worker.ts";
import { syncOrder } from "./order-query.service.ts";

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
  await sweepOrders(node, job, 2);
  expect((await stage.read(sound)).status).toBe("created");
  expect((await failures()).map(({ objectId }) => objectId).sort()).toEqual(broken.map(({ id }) => id).sort());
  await sweepOrders(node, job, 2);
  expect((await stage.read(sound)).status).toBe("canceled");
  app.clock.forward(61_000);
  await sweepOrders(node, job, 2);
  expect(await failures()).toHaveLength(2);
  for (const { id } of broken)
    await app.platform.db.updateTable("coinOrders").set({ timelineSeq: 1 }).where("id", "=", id).execute();
  app.clock.forward(3_600_000);
  await sweepOrders(node, job, 2);
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

const change = (order: { readonly id: string }, values: object) =>
  stage.app.platform.db.updateTable("paymentAttempts").set(values).where("orderId", "=", order.id).execute();
const openAttempt = async (order: { readonly id: string }) =>
  (await stage.attempts(order)).at(-1) as never as {
    readonly status: string;
    readonly queryCount: number;
    readonly nextQueryTime: string;
  };

test("a payment that was given up unseen is asked after for the day, and booked when it comes to light", async () => {
  await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "lose_webhooks", value: 1 }] });
  let arrive = async (): Promise<unknown> => undefined;
  const connect: typeof connectorOf = (code) => {
    const real = connectorOf(code);
    return {
      ...real,
      pay: async (account, call) => {
        arrive = () => real.pay(account, call);
        return { kind: "unknown", reason: "timeout", upstreamIntentId: null, upstreamAttemptId: null, exchanges: [] };
      },
    };
  };
  const order = await stage.create();
  const details = { method: "card", card: testCard("001") };
  const ref = { merchantId: stage.merchantId, orderId: order.id };
  await confirmOrder({ ...stage.node, connectorOf: connect }, stage.caller, ref, details);
  await stage.pass(200);
  await stage.confirm(order, { card: testCard("101") });
  expect(await stage.attempts(order)).toMatchObject([{ status: "error" }, { status: "declined" }]);
  await stage.pass(3_600);
  await arrive();
  await stage.pass(86_400);
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  expect(await stage.attempts(order)).toMatchObject([{ status: "captured", nextQueryTime: null }, {}]);
}, 60_000);

test("a payment that was given up unseen and never came is asked after no more once the day is over", async () => {
  const order = await stage.pay("502");
  await stage.pass(200);
  await stage.confirm(order, { card: testCard("101") });
  await stage.pass(86_400);
  const [unseen] = (await stage.attempts(order)) as unknown as { queryCount: number }[];
  expect(unseen).toMatchObject({ status: "error", nextQueryTime: null });
  expect(unseen?.queryCount).toBe(10);
}, 60_000);

test("an answer that bears an older time is no reason to ask every minute: the next question is due by the schedule", async () => {
  const order = await stage.pay("506");
  // Whatever the gateway says from now on bears an older time than what was applied.
  await change(order, { upstreamTime: "2099-01-01T00:00:00.000Z" });
  await stage.pass(1_200);
  const { status, queryCount, nextQueryTime } = await openAttempt(order);
  expect({ status, queryCount }).toEqual({ status: "submitting", queryCount: 5 });
  expect(Date.parse(nextQueryTime)).toBeGreaterThan(stage.app.clock.now().getTime());
});

test("a payment that is open after a whole day of asking is put on somebody's desk, once", async () => {
  const order = await stage.pay("506");
  for (const queryCount of [8, 9, 10]) {
    await change(order, { queryCount, nextQueryTime: stage.app.clock.now().toISOString() });
    stage.app.clock.forward(15_000);
    await stage.sweep();
  }
  const exceptions = await stage.app.platform.db
    .selectFrom("eventExceptionItems")
    .select(["eventType", "level"])
    .where("objectId", "=", order.id)
    .execute();
  expect(exceptions).toEqual([{ eventType: "order.unresolved", level: "error" }]);
  expect(await openAttempt(order)).toMatchObject({ status: "submitting", queryCount: 11, upstreamCode: null });
});

test.each(["created", "awaiting.payer_action", "awaiting.authentication", "awaiting.review", "awaiting.retry"])(
  "an order that is %s is closed once its time has passed",
  async (phase) => {
    const order = await stage.create();
    const [status = "", awaitingReason = null] = phase.split(".");
    await stage.app.platform.db
      .updateTable("coinOrders")
      .set({ status, awaitingReason } as never)
      .where("id", "=", order.id)
      .execute();
    stage.app.clock.forward(31 * 60_000);
    await stage.sweep();
    expect(await stage.read(order)).toMatchObject({ status: "canceled", awaitingReason: null });
  },
);

test("reservations without an attempt that holds them hide no order behind them, and are put on somebody's desk", async () => {
  const { app, node } = stage;
  const lost = [];
  for (let made = 0; made < 3; made += 1)
    lost.push(await stage.confirm(await stage.create({ captureMethod: "manual" })));
  for (const order of lost) await change(order, { status: "error" });
  app.clock.forward(9 * 86_400_000);
  const sound = await stage.create();
  app.clock.forward(31 * 60_000);
  const job = { logger: app.platform.logger, signal: AbortSignal.timeout(30_000) };
  for (let round = 0; round < 2; round += 1) await sweepOrders(node, job, 3);
  expect((await stage.read(sound)).status).toBe("canceled");
  const reported = (await failures()).map(({ objectId }) => objectId);
  for (const { id } of lost) expect(reported.filter((one) => one === id)).toHaveLength(1);
});

test("a voucher that was paid in time, and of which no notification told, is paid when its time is over, and not sent back", async () => {
  const order = await stage.confirm(await stage.create(), { method: "sim_voucher" });
  const { payments } = await stage.simulator.book(order.orderNo);
  await stage.simulator.control("POST", `/payments/${payments[0]?.id}/pay`);
  const { expireTime } = await stage.read(order);
  // The sweep comes at that very moment, before the question that is due a moment later.
  await stage.pass((Date.parse(expireTime) - stage.app.clock.now().getTime()) / 1000);
  await stage.pass(3_600);
  expect(await stage.read(order)).toMatchObject({ status: "paid", lateSuccess: false, refundedAmount: "0" });
});

test.each(["unknown", "error"] as const)(
  "an order that was paid in time is not closed while its gateway answers with %s, and is paid once it speaks",
  async (kind) => {
    const { app, node, simulator } = stage;
    const order = await stage.confirm(await stage.create(), { method: "sim_voucher" });
    const { payments } = await simulator.book(order.orderNo);
    await simulator.control("POST", `/payments/${payments[0]?.id}/pay`);
    const { expireTime } = await stage.read(order);
    const silent = { upstreamIntentId: null, upstreamAttemptId: null, exchanges: [] };
    const connect: typeof connectorOf = (code) => ({
      ...connectorOf(code),
      // What does not reach a gateway answers as an error, which no connector does by itself.
      query: async () =>
        (kind === "unknown"
          ? { ...silent, kind, reason: "timeout" }
          : {
              ...silent,
              kind,
              code: "processor_error",
              upstreamCode: null,
              upstreamMessage: null,
              retryAfter: null,
            }) as QueryOutcome,
    });
    app.clock.forward(Date.parse(expireTime) - app.clock.now().getTime() + 60_000);
    const job = { logger: app.platform.logger, signal: AbortSignal.timeout(30_000) };
    await sweepOrders({ ...node, connectorOf: connect }, job);
    expect((await stage.read(order)).status).toBe("awaiting");
    // Its payment and itself each wait for the gateway.
    expect((await failures()).filter(({ objectId }) => objectId === order.id)).toHaveLength(2);
    await stage.pass(3_600);
    expect(await stage.read(order)).toMatchObject({ status: "paid", lateSuccess: false });
  },
);
