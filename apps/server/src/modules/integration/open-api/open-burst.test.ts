import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenClient } from "../../../../test/open-caller.ts";
import { buildStageShop } from "../../../../test/open-shop.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
let shop: OpenClient;

beforeAll(async () => {
  stage = await buildOrderStage();
  ({ shop } = await buildStageShop(stage));
});
afterAll(() => stage?.close());

test("sixty-four sales of one app at once are all paid: what is above its allowance waits, and nothing is refused", async () => {
  const { number } = testCard("001");
  const card = { number, expiryMonth: 12, expiryYear: 2030, cvc: "321" };
  const sell = () =>
    shop.send("POST", "/v1/orders", {
      body: {
        merchantOrderNo: unique("B-"),
        amount: 10_000,
        currency: "USD",
        payer: { email: "ada@example.com" },
        ip: "203.0.113.7",
        paymentMethod: { code: "card", card },
      },
    });
  const answers = await Promise.all(Array.from({ length: 64 }, sell));
  const became = Map.groupBy(answers, ({ status, body }) => `${status} ${(body as { status?: string }).status}`);
  expect([...became].map(([name, all]) => [name, all.length])).toEqual([["200 paid", 64]]);
}, 60_000);
