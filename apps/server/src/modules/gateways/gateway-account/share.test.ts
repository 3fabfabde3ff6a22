import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { openForPayments } from "./index.ts";
import { takeShare } from "./share.store.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
const take = (
  accountId: string,
  nodeId: string,
  changes: { places?: number; flying?: number; keepSeconds?: number } = {},
) => takeShare(db(), { accountId, nodeId, places: 10, flying: 0, keepSeconds: 600, ...changes });

describe("an account's calls at once", () => {
  test("are all one node's while it is alone", async () => {
    expect([await take("ga_alone", "a"), await take("ga_alone", "a")]).toEqual([10, 10]);
  });

  test("are parted among the nodes, and never more in all once each has asked again", async () => {
    expect(await take("ga_parted", "a")).toBe(10);
    // All places are given away: a newcomer has one until the others give theirs back.
    expect(await take("ga_parted", "b")).toBe(1);
    expect(await take("ga_parted", "a")).toBe(5);
    expect(await take("ga_parted", "b")).toBe(5);
    expect(await take("ga_parted", "c")).toBe(1);
    const parts = [await take("ga_parted", "a"), await take("ga_parted", "b"), await take("ga_parted", "c")];
    expect(parts).toEqual([3, 3, 3]);
  });

  test("that a node has under way are not given to another", async () => {
    await take("ga_busy", "a");
    await take("ga_busy", "b");
    expect(await take("ga_busy", "a", { flying: 8 })).toBe(8);
    expect(await take("ga_busy", "b")).toBe(2);
    expect(await take("ga_busy", "a", { flying: 3 })).toBe(5);
    expect(await take("ga_busy", "b")).toBe(5);
  });

  test("of a node that asked no more are the others' again", async () => {
    await take("ga_gone", "a", { keepSeconds: -1 });
    expect(await take("ga_gone", "b")).toBe(10);
  });

  test("asked for by many nodes at once are never given twice", async () => {
    const nodes = Array.from({ length: 8 }, (_, place) => `node_${place}`);
    for (let round = 0; round < 2; round += 1)
      await Promise.all(nodes.map((node) => take("ga_many", node, { places: 40 })));
    const { rows } = await sql<{ sum: number }>`
      SELECT sum((one.value->>'places')::int)::int AS sum
        FROM gateway_shares, jsonb_each(nodes) AS one WHERE gateway_account_id = 'ga_many'`.execute(db());
    expect(rows[0]?.sum).toBeLessThanOrEqual(40);
    expect(await take("ga_many", "node_0", { places: 40 })).toBe(5);
  });

  test("of a payment are its node's share of what the account and its provider take", async () => {
    const { main } = stage.accounts;
    const opened = () => openForPayments(stage.app.platform, main, stage.merchantId);
    await db()
      .updateTable("gatewayAccounts")
      .set({ inFlightMax: 12, merchantInFlightMax: 1 })
      .where("id", "=", main)
      .execute();
    expect((await opened()).flights.inFlightMax).toBe(12);
    await db().updateTable("upstreamGateways").set({ connector: "airwallex" }).execute();
    // A sandbox of Airwallex takes ten calls at once, whatever the account says.
    expect((await opened()).flights.inFlightMax).toBe(10);
    await take(main, "another node", { places: 10 });
    await db().updateTable("gatewayAccounts").set({ inFlightMax: 8 }).where("id", "=", main).execute();
    expect((await opened()).flights.inFlightMax).toBe(4);
  });
});
