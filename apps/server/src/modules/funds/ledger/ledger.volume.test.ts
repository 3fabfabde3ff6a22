import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsOf, inTransaction } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { agreeOtherwise } from "../../../../test/orders.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { testCard } from "../../../../test/simulator.ts";
import { capturesOfOrders, updateCapture } from "../../payments/capture/index.ts";

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

/** Of payments at once with one card the second waits for the first. */
const anotherCard = { card: testCard("0011") };

const findings = () => findingsOf(stage.app, stage.merchantId, { book: "test" });

/** Moves the clocks to ten milliseconds before the month ends. */
async function monthsEnd(): Promise<void> {
  const now = stage.app.clock.now();
  const ms = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - 10 - now.getTime();
  stage.app.clock.forward(ms);
  await stage.simulator.advance(ms / 1000);
}

const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        `.execute(stage.app.platform.db);
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBe(count);

/** Keeps others from the merchant's rows of a table while `work` runs. */
async function whileHeld<R>(table: "merchant_volumes" | "ledger_books", work: () => Promise<R>): Promise<R> {
  await owner.query("BEGIN");
  await owner.query(`SELECT 1 FROM ${table} WHERE merchant_id = $1 FOR UPDATE`, [stage.merchantId]);
  return work().finally(() => owner.query("COMMIT"));
}

const tiers = (tierMode: "whole" | "graduated") =>
  changePrices(stage.app, "feeRules", stage, {
    tierMode,
    tiers: JSON.stringify([
      { from: "0", percent: 30_000 },
      { from: "15000", percent: 10_000 },
    ]) as never,
  });

/** Writes the captures anew as they were before they kept the month that counted them. */
const withoutMonths = () =>
  inTransaction(stage.app, async (ctx) => {
    const rows = await ctx.db
      .selectFrom("captures")
      .select("orderId")
      .where("merchantId", "=", stage.merchantId)
      .execute();
    for (const row of await capturesOfOrders(
      ctx,
      stage.merchantId,
      rows.map(({ orderId }) => orderId),
    )) {
      const { month: _month, ...feeRule } = row.feeRule ?? {};
      await updateCapture(ctx, row, { feeRule: JSON.stringify(feeRule) } as never);
    }
  });

describe("a capture that begins in a month and is booked in the next one", () => {
  test("counts in the month in which it began", async () => {
    await stage.pay("001");
    await monthsEnd();
    const [late, early] = [await stage.create(), await stage.create()];
    const lateDone = await whileHeld("merchant_volumes", async () => {
      const done = stage.confirm(late);
      await waiting(1);
      stage.app.clock.forward(20);
      await stage.confirm(early, anotherCard);
      return [done];
    });
    await Promise.all(lateDone);
    await tiers("graduated");
    await stage.pay("001");
    expect(await findings()).toEqual([]);
  });

  test("is waited for by one of the next month whose tier goes by it", async () => {
    await tiers("whole");
    await monthsEnd();
    const [late, next] = [await stage.create(), await stage.create()];
    const both = await whileHeld("ledger_books", async () => {
      const first = stage.confirm(late);
      await waiting(1);
      stage.app.clock.forward(20);
      const second = stage.confirm(next, anotherCard);
      await waiting(2);
      return [first, second];
    });
    await Promise.all(both);
    // 100.00 each: one early payment and one of a tier in the month, and the late one.
    expect((await stage.read(next)).feeRule).toMatchObject({ volumes: { lastMonth: "30000" } });
    expect(await findings()).toEqual([]);
  });

  test("is not held against captures that were written before they kept their month", async () => {
    await withoutMonths();
    expect(await findings()).toEqual([]);
  });
});

describe("captures that are priced later and cost nothing", () => {
  test("count where they were priced, though no journal says when", async () => {
    await owner.query("UPDATE upstream_methods SET default_cost_percent = 0, default_cost_fixed = '[]'");
    await changePrices(stage.app, "feeRules", stage, {
      percent: 0,
      fixed: "0",
      tierMode: "graduated",
      tiers: JSON.stringify([
        { from: "0", percent: 0 },
        { from: "9000000", percent: 10_000 },
      ]) as never,
    });
    await monthsEnd();
    stage.app.clock.forward(20);
    const later = [
      await stage.pay("001", { captureMethod: "manual" }),
      await stage.pay("001", { captureMethod: "manual" }),
    ];
    for (const order of later) {
      await agreeOtherwise(stage.app, order.id, null);
      await stage.take(order);
    }
    await stage.pay("001");
    await stage.sweep();
    await stage.pay("001");
    const volumes = await Promise.all(later.map(async (order) => (await stage.read(order)).feeRule?.volumes));
    expect(volumes.map((one) => (one as { monthToDate: string }).monthToDate).sort()).toEqual(["10000", "20000"]);
    expect(await findings()).toEqual([]);
  });
});
