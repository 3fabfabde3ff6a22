import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { findingsOf, sealBook } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { agreeOtherwise } from "../../../../test/orders.ts";

let database: TestDatabase;
let stage: OrderStage;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  stage = await buildOrderStage({ database });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
  await database?.drop();
});

type Order = Awaited<ReturnType<OrderStage["read"]>>;

const take = ({ orderNo }: Order, body: object) => stage.shop.send("POST", `/v1/orders/${orderNo}/capture`, { body });

/** An order of which one part has its price and another has none yet. */
async function halfPriced(): Promise<Order> {
  const order = await stage.pay("001", { captureMethod: "manual" });
  await take(order, { amount: 3_000, final: false });
  await agreeOtherwise(stage.app, order.id, null);
  await take(order, { amount: 2_000 });
  return order;
}

const found = async () =>
  (await findingsOf(stage.app, stage.merchantId, { book: "test" })).map(
    ({ table, key, column, expected, found: is }) => [table, key, column, expected, is],
  );

const unpricedOf = async ({ id }: Order): Promise<string> => {
  const { rows } = await owner.query("SELECT id FROM unpriced_captures WHERE order_id = $1", [id]);
  return rows[0].id;
};

describe("a capture that has no price yet", () => {
  test("is proven by the books before its price and after it", async () => {
    await halfPriced();
    await sealBook(stage.app, stage.merchantId, { book: "test" });
    expect(await found()).toEqual([]);
    await stage.sweep();
    await sealBook(stage.app, stage.merchantId, { book: "test" });
    expect(await found()).toEqual([]);
  }, 60_000);

  test.each([
    ["amount", "amount = 1999", "2000", "1999"],
    ["currency", "currency = 'EUR'", "USD", "EUR"],
    ["captured_before", "captured_before = 0", "3000", "0"],
  ])(
    "is named where its %s was altered, and so is its order",
    async (column, change, expected, is) => {
      const order = await halfPriced();
      const id = await unpricedOf(order);
      await owner.query(`UPDATE unpriced_captures SET ${change} WHERE id = $1`, [id]);
      const findings = await found();
      expect(findings).toContainEqual(["unpriced_captures", id, column, expected, is]);
      expect(findings).toContainEqual(["coin_orders", order.id, "settle_amount", "5000", "3000"]);
      await owner.query("DELETE FROM unpriced_captures WHERE id = $1", [id]);
      expect((await found()).map(([table]) => table)).not.toContain("unpriced_captures");
      expect(await found()).toContainEqual(["coin_orders", order.id, "settle_amount", "5000", "3000"]);
      // Put right again for the tests that follow.
      await owner.query(
        `INSERT INTO unpriced_captures (merchant_id, id, order_id, attempt_id, amount, currency, captured_before, reason, create_time)
       SELECT merchant_id, id, order_id, attempt_id, amount, currency, 3000, 'no_agreement', finished_time FROM captures WHERE id = $1`,
        [id],
      );
      expect(await found()).toEqual([]);
    },
    60_000,
  );

  test("is not what somebody says who wrote a row for a capture that has its price", async () => {
    const order = await stage.pay("001");
    const forge = `INSERT INTO unpriced_captures
      (merchant_id, id, order_id, attempt_id, amount, currency, captured_before, reason, create_time)
      SELECT merchant_id, id, order_id, attempt_id, amount, currency, 0, 'no_agreement', asked_time FROM captures WHERE order_id = $1`;
    await owner.query(forge, [order.id]);
    await owner.query(
      `UPDATE coin_orders SET settle_amount = 0, fee_amount = 0, fee_tax_amount = 0, net_amount = 0, gateway_cost_amount = 0
        WHERE id = $1`,
      [order.id],
    );
    await owner.query("UPDATE captures SET is_priced = false WHERE order_id = $1", [order.id]);
    const id = await unpricedOf(order);
    const findings = await found();
    expect(findings).toContainEqual(["unpriced_captures", id, null, null, id]);
    expect(findings).toContainEqual(["coin_orders", order.id, "fee_amount", "320", "0"]);
  }, 60_000);

  test("is named where its capture says that it is priced", async () => {
    const order = await halfPriced();
    const id = await unpricedOf(order);
    await owner.query("UPDATE captures SET is_priced = true WHERE id = $1", [id]);
    expect(await found()).toContainEqual(["captures", id, "is_priced", "false", "true"]);
  }, 60_000);
});
