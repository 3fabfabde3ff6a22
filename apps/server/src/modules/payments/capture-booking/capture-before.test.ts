import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsOf, sealBook } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { agreeOtherwise } from "../../../../test/orders.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { buildFeeRule } from "../../../../test/terms.ts";
import type { OrderRow } from "../order-record/index.ts";

let stage: OrderStage;
let owner: pg.Client;
beforeAll(async () => {
  stage = await buildOrderStage();
  owner = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

const reserve = async (): Promise<OrderRow> => stage.confirm(await stage.create({ captureMethod: "manual" }));
const take = (order: OrderRow, minor: bigint, final = false) =>
  stage.take(order, { amount: money(minor, "USD"), final });
/** Changes rows of an order past the server. */
const edit = (statement: string, { id }: OrderRow) => owner.query(statement, [id]);
/** What each capture of an order cost, in their order; null where it has no price. */
const fees = async ({ id }: OrderRow): Promise<(string | null)[]> => {
  const { rows } = await owner.query("SELECT fee_amount::text AS fee FROM captures WHERE order_id = $1 ORDER BY seq", [
    id,
  ]);
  return rows.map(({ fee }) => fee);
};
const named = async () => {
  await sealBook(stage.app, stage.merchantId, { book: "test" });
  const found = await findingsOf(stage.app, stage.merchantId, { book: "test" });
  return found.map(({ law, table, column }) => [law, table, column]);
};

describe("the second part of a payment", () => {
  test.each([
    ["fee", "coin_orders", "fee_amount = fee_amount + 180", "fee_amount = fee_amount - 180"],
    ["value", "coin_orders", "settle_amount = settle_amount - 4000", "settle_amount = settle_amount + 4000"],
    ["captured amount", "coin_orders", "captured_amount = 0", "captured_amount = captured_amount + 4000"],
    ["capture's own fee", "captures", "fee_amount = fee_amount + 180", "fee_amount = fee_amount - 180"],
  ])(
    "costs what it costs where somebody altered the %s before it, and put it back",
    async (what, table, change, back) => {
      const order = await reserve();
      await take(order, 4_000n);
      const key = `${table === "captures" ? "order_id" : "id"} = $1`;
      await edit(`UPDATE ${table} SET ${change} WHERE ${key}`, order);
      await take(order, 6_000n, true);
      const only = table === "captures" ? `${key} AND seq = 1` : key;
      await edit(`UPDATE ${table} SET ${back} WHERE ${only}`, order);
      expect(await fees(order), what).toEqual(["146", "174"]);
      const { rows } = await owner.query(
        "SELECT array_agg(gateway_cost_amount::text ORDER BY seq) AS costs FROM captures WHERE order_id = $1",
        [order.id],
      );
      expect(rows).toEqual([{ costs: ["70", "90"] }]);
      expect(await named()).toEqual([]);
    },
  );

  test("is booked whole while the capture before it is not as it was written, and priced once it is again", async () => {
    const order = await reserve();
    await take(order, 4_000n);
    const charged = (fee: string) =>
      `UPDATE captures SET fee_rule = jsonb_set(fee_rule, '{fee}', '"${fee}"') WHERE order_id = $1 AND seq = 1`;
    await edit(charged("320"), order);
    await take(order, 6_000n, true);
    expect(await fees(order)).toEqual(["146", null]);
    const { rows } = await owner.query("SELECT reason FROM unpriced_captures WHERE order_id = $1", [order.id]);
    expect(rows).toEqual([{ reason: "altered" }]);
    await stage.sweep();
    expect(await fees(order)).toEqual(["146", null]);
    expect(await named()).toContainEqual(["sealed", "captures", null]);
    await edit(charged("146"), order);
    // Its agreement prices it, whatever the list says of why it waits.
    await edit("UPDATE unpriced_captures SET reason = 'unpriceable' WHERE order_id = $1", order);
    await changePrices(stage.app, "feeRules", stage, { percent: 58_000 });
    await stage.pass(7_200);
    await stage.sweep();
    await changePrices(stage.app, "feeRules", stage, { percent: 29_000 });
    expect(await fees(order)).toEqual(["146", "174"]);
    expect(await named()).toEqual([]);
  }, 60_000);

  test("goes by the volumes of the first one's sealed row", async () => {
    const tiers = [
      { from: "0", percent: 30_000 },
      { from: "1000000", percent: 10_000 },
    ];
    const rule = await buildFeeRule(
      stage.app,
      { tenantId: stage.place.tenantId, merchantId: stage.merchantId },
      { currency: "USD", method: "card_visa", tierMode: "graduated", tiers: JSON.stringify(tiers) },
    );
    const honest = await reserve();
    const order = await reserve();
    await owner.query("DELETE FROM fee_rules WHERE id = $1", [rule]);
    for (const one of [honest, order]) {
      await take(one, 4_000n);
      if (one === order)
        await edit(
          `UPDATE coin_orders SET fee_rule = jsonb_set(fee_rule, '{volumes,monthToDate}', '"99900000"') WHERE id = $1`,
          one,
        );
      await take(one, 6_000n, true);
    }
    expect(await fees(order)).toEqual(await fees(honest));
  });
});

describe("a capture on the list of those without a price", () => {
  test.each([
    ["what was captured before it", "captured_before = 9000"],
    ["its amount", "amount = 1"],
    ["its time", "create_time = create_time + interval '300 days'"],
  ])("is priced by its own row and journal where somebody altered %s on the list", async (_what, change) => {
    const order = await reserve();
    await agreeOtherwise(stage.app, order.id, null);
    await take(order, 10_000n, true);
    await edit(`UPDATE unpriced_captures SET ${change} WHERE order_id = $1`, order);
    await stage.sweep();
    const { rows } = await owner.query(
      `SELECT fee_amount::text AS fee, gateway_cost_amount::text AS cost, net_amount::text AS net,
         due_date < finished_time + interval '60 days' AS soon FROM captures WHERE order_id = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ fee: "320", cost: "160", net: "9680", soon: true }]);
    expect(await named()).toEqual([]);
  });
});

describe("a fee above what was captured", () => {
  test("takes no more than there is, unless the price says that it may", async () => {
    const pay = async () => {
      const { id } = await stage.confirm(await stage.create({ amount: money(20n, "USD") }));
      const { feeAmount, netAmount } = await stage.read({ id });
      return [feeAmount, netAmount];
    };
    expect(await pay()).toEqual(["20", "0"]);
    await changePrices(stage.app, "feeRules", stage, { feesMayExceed: true });
    expect(await pay()).toEqual(["31", "-11"]);
    await changePrices(stage.app, "feeRules", stage, { feesMayExceed: false });
  });
});
