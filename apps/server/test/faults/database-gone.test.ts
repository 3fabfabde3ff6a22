import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenAnswered } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";

let stage: OrderStage;
/** Past the application, as whoever looks after the database. */
let keeper: pg.Client;

beforeAll(async () => {
  stage = await buildOrderStage({ environment: { COUNTINGHOUSE_API_RATE: "10000" } });
  keeper = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await keeper.connect();
});
afterAll(async () => {
  await keeper?.end();
  await stage?.close();
});

const endEverySession = () =>
  keeper.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

const create = (merchantOrderNo: string, key: string) =>
  stage.shop.send("POST", "/v1/orders", {
    key,
    body: {
      merchantOrderNo,
      amount: 10_000,
      currency: "USD",
      ip: "203.0.113.7",
      payer: { email: "ada@example.com", name: "Ada Payer" },
      paymentMethod: {
        code: "card",
        card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2032, cvc: "123" },
      },
    },
  });

const numbers = Array.from({ length: 12 }, (_, number) => number);

describe("every session of the database ended while payments are made", () => {
  test("is answered by 503 or not noticed, and the same call again has one effect", async () => {
    const answers: OpenAnswered[] = [];
    const odd = () => answers.filter(({ status }) => ![200, 409, 429, 503].includes(status)).map(({ text }) => text);
    const ask = async (number: number): Promise<OpenAnswered> => {
      const answer = await create(`ended-${number}`, `key-${number}`);
      answers.push(answer);
      return answer;
    };
    const asked = numbers.map(async (number) => {
      for (let tries = 0; tries < 4; tries += 1) await ask(number);
    });
    for (let round = 0; round < 6; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      await endEverySession();
    }
    await Promise.all(asked);
    for (const number of numbers)
      for (let tries = 0; tries < 20 && (await ask(number)).body.status !== "paid"; tries += 1) await stage.pass(61);
    expect(odd()).toEqual([]);
    for (const { headers } of answers.filter(({ status }) => status === 503))
      expect(headers["retry-after"]).toBeDefined();
    const { rows } = await keeper.query<{ orders: number; paid: number }>(
      `SELECT count(*)::int AS orders, count(*) FILTER (WHERE status = 'paid')::int AS paid FROM coin_orders`,
    );
    expect(rows[0]).toEqual({ orders: 12, paid: 12 });
    const { rows: orders } = await keeper.query<{ order_no: string }>("SELECT order_no FROM coin_orders");
    for (const { order_no } of orders) expect((await stage.simulator.book(order_no)).payments).toHaveLength(1);
  }, 120_000);

  test("leaves a pool that is whole again after a few calls", async () => {
    await endEverySession();
    const statuses: string[] = [];
    // Each connection that broke is found by one call at most.
    for (let number = 0; number < 12 && statuses.at(-1) !== "200 paid"; number += 1) {
      const { status, body } = await create(`after-${number}`, `after-${number}`);
      statuses.push(`${status} ${body.status ?? body.bizCode}`);
    }
    expect(statuses.at(-1)).toBe("200 paid");
  }, 60_000);
});
