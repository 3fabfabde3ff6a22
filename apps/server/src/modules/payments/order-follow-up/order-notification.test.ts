import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type GatewayPost, openGatewayPost, workOffNotifications } from "../../../../test/gateway-post.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { SeededRandom } from "../../../seed/seeded-random.ts";
import { findReportedAttempt } from "./followed-attempt.store.ts";

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

const ofPayments = /\b(?:from|update) "?(?:payment_attempts|coin_orders|captures|payment_dues)"?/i;
const isKeyed = (statement: string): boolean => /"?merchant_id"? = /.test(statement);

/** Every statement about payments that `work` sends, whatever connection it goes over. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = spy.mock.calls.map(([asked]) => {
    const query = asked as unknown as string | { readonly text: string };
    return typeof query === "string" ? query : query.text;
  });
  spy.mockRestore();
  return texts.filter((text) => ofPayments.test(text));
}

/** Pays with a card whose success is only told, takes what is told in, and answers what was asked of the database. */
async function hear(alter: (body: string) => string = (body) => body) {
  const before = post.received.length;
  const order = await stage.pay("503");
  await stage.simulator.advance(30);
  stage.app.clock.forward(30_000);
  await vi.waitFor(() => expect(post.received.length).toBeGreaterThan(before));
  const statements = await statementsOf(async () => {
    for (const { body } of post.received.slice(before)) expect((await post.deliver(alter(body))).status).toBe(200);
    await workOffNotifications(stage, new SeededRandom(1));
  });
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  return statements;
}

describe("a notification of a gateway", () => {
  test("finds its payment by merchant: no statement about payments goes without one", async () => {
    const statements = await hear();
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.filter((statement) => !isKeyed(statement))).toEqual([]);
  });

  test("of a payment that was begun before gateways were told the merchant is taken in all the same", async () => {
    const statements = await hear((body) => body.replace(/"metadata":\{[^}]*\}/, '"metadata":{}'));
    expect(statements.filter((statement) => !isKeyed(statement)).length).toBeGreaterThan(0);
  });

  test("that names no merchant is looked up once, by account and number, whatever numbers it has", async () => {
    const { accounts, app } = stage;
    const gatewayStatus = {
      gatewayAccountId: accounts.main,
      merchantId: null,
      orderNo: "OR1",
      attemptNo: "AT1",
      upstreamIntentId: "int_1",
      upstreamAttemptId: "att_1",
    };
    const asked = await statementsOf(async () => void (await findReportedAttempt(app.platform.db, gatewayStatus)));
    expect(asked).toHaveLength(1);
  });

  test("that names another merchant than the payment's finds nothing", async () => {
    const before = post.received.length;
    const order = await stage.pay("503");
    await stage.simulator.advance(30);
    await vi.waitFor(() => expect(post.received.length).toBeGreaterThan(before));
    for (const { body } of post.received.slice(before))
      await post.deliver(body.replaceAll(stage.merchantId, "mer_00000000000000000000000000"));
    await workOffNotifications(stage, new SeededRandom(1));
    expect(await stage.read(order)).toMatchObject({ status: "pending" });
  });
});
