import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SeededRandom } from "../../src/seed/seeded-random.ts";
import { type GatewayPost, openGatewayPost, workOffNotifications } from "../gateway-post.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";

let stage: OrderStage;
let post: GatewayPost;

beforeAll(async () => {
  stage = await buildOrderStage();
  post = await openGatewayPost(stage, ["sim_main", "sim_backup"]);
});
afterAll(async () => {
  await stage?.close();
  await post?.close();
});

/** Decided at once, later, the other way round, told late, thrice, in the wrong order. */
const scenarios = ["001", "003", "101", "503", "504", "505", "506", "507"];

type Plan = (step: number) => readonly number[];

/** Pays with every scenario and lets two hours pass, each notification delivered in the steps that the plan says. */
async function live(random: SeededRandom, plan: Plan) {
  const paid = [];
  for (const scenario of scenarios) paid.push(await stage.pay(scenario));
  const due: { readonly step: number; readonly body: string; readonly at: number }[] = [];
  let planned = post.received.length;
  for (let step = 0; step < 24; step += 1) {
    await stage.pass(300);
    for (; planned < post.received.length; planned += 1) {
      const body = post.received[planned]?.body ?? "";
      for (const when of plan(step)) due.push({ step: when, body, at: random.next() });
    }
    const now = due.filter((one) => one.step === step).toSorted((a, b) => a.at - b.at);
    for (const { body } of now) expect(await post.deliver(body)).toMatchObject({ status: 200 });
    await workOffNotifications(stage, random);
  }
  // What was never delivered is found by asking.
  await stage.pass(2 * 86_400);
  await workOffNotifications(stage, random);
  return Promise.all(
    paid.map(async (order, index) => {
      const { status, capturedAmount } = await stage.read(order);
      const dues = await stage.app.platform.db
        .selectFrom("paymentDues")
        .select("amount")
        .where("merchantId", "=", stage.merchantId)
        .where("orderId", "=", order.id)
        .execute();
      return { scenario: scenarios[index], status, capturedAmount, dues, booked: await stage.booked(order) };
    }),
  );
}

describe("notifications doubled, shuffled, late and lost, between questions to the gateway", () => {
  test("lead to the same orders and the same books as each of them once and in time", async () => {
    const model = await live(new SeededRandom(0), (step) => [step]);
    expect(model.map(({ status }) => status)).toContain("paid");
    expect(model.map(({ status }) => status)).toContain("canceled");
    for (const seed of [1, 2]) {
      const random = new SeededRandom(seed);
      const found = await live(random, (step) => {
        if (random.chance(0.1)) return [];
        return Array.from({ length: random.between(1, 5) }, () => Math.min(23, step + random.between(0, 12)));
      });
      expect({ seed, found }).toEqual({ seed, found: model });
    }
  }, 240_000);
});

describe("a payment that the gateway takes twice under two numbers", () => {
  test("is booked once, and the second one is noted to go back, once", async () => {
    await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "duplicate_success" }] });
    const before = post.received.length;
    const order = await stage.pay("001");
    await stage.pass(60);
    await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [] });
    const random = new SeededRandom(1);
    for (const { body } of post.received.slice(before)) expect(await post.deliver(body)).toMatchObject({ status: 200 });
    await workOffNotifications(stage, random);
    const { payments } = await stage.simulator.book(order.orderNo);
    expect(payments).toHaveLength(2);
    const dues = await stage.app.platform.db
      .selectFrom("paymentDues")
      .select(["kind", "amount"])
      .where("orderId", "=", order.id)
      .execute();
    expect(dues).toEqual([{ kind: "duplicate_payment", amount: "10000" }]);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "10000" });
    expect((await stage.booked(order)).filter((line) => line.startsWith("J01 "))).toHaveLength(1);
    const [attempt] = (await stage.attempts(order)) as unknown as { upstreamAttemptId: string }[];
    expect(attempt?.upstreamAttemptId).toBe(payments[0]?.id);
  }, 60_000);
});
