import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";
import type { Doom } from "./doomed-node.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
  await stage.app.platform.db.updateTable("upstreamGateways").set({ timeoutMs: 30_000 }).execute();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["create"]>>;

async function answerAfter(seconds: number): Promise<void> {
  for (const name of ["sim_main", "sim_backup"])
    await stage.simulator.control("PUT", `/accounts/${name}`, { profiles: [{ name: "delay", value: seconds }] });
}

/** Pays on another node, a process of its own on the same database. */
async function payElsewhere(order: Order, scenario: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "doomed-node.ts")], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  const told: Doom = {
    databaseUrl: stage.app.database.appUrl,
    secret: stage.app.platform.secret,
    now: stage.app.clock.now().toISOString(),
    ref: { merchantId: stage.merchantId, orderId: order.id },
    details: { method: "card", card: testCard(scenario) },
  };
  child.stdin.end(JSON.stringify(told));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([code, said]).toEqual([0, ""]);
}

const sent = async ({ orderNo }: Order): Promise<number> => (await stage.simulator.book(orderNo)).payments.length;
const waiting = { timeout: 60_000, interval: 50 };

/** Pays on both nodes: here as soon as the gateway has what came from the other one, and answers neither. */
async function onBoth(scenario: string, count: number) {
  const first = await stage.create();
  const others = await Promise.all(Array.from({ length: count }, () => stage.create()));
  await answerAfter(1.5);
  const elsewhere = payElsewhere(first, scenario);
  await expect.poll(() => sent(first), waiting).toBe(1);
  const here = others.map((order) => stage.confirm(order, { card: testCard(scenario) }));
  const attempts = () => Promise.all(others.map(async (order) => (await stage.attempts(order)).length));
  await expect.poll(attempts, waiting).toEqual(Array(count).fill(1));
  // Longer than a payment that waits for nobody takes to its gateway.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const sentMeanwhile = await Promise.all(others.map(sent));
  await answerAfter(0);
  await stage.simulator.advance(2);
  const [became] = await Promise.all([Promise.all(here), elsewhere]);
  return { first: await stage.read(first), became, sentMeanwhile, sentInAll: await Promise.all(others.map(sent)) };
}

describe("payments at once by a card that never paid at the merchant, over two nodes", () => {
  test("are sent once where its issuer refuses it for good", async () => {
    const { first, became, sentMeanwhile, sentInAll } = await onBoth("105", 3);
    expect(first).toMatchObject({ status: "failed", failureCode: "lost_card" });
    expect(sentMeanwhile).toEqual([0, 0, 0]);
    expect(sentInAll).toEqual([0, 0, 0]);
    for (const order of became) expect(order).toMatchObject({ status: "failed", failureCode: "lost_card" });
  }, 120_000);

  test("are all sent once the first is paid", async () => {
    const { first, became, sentMeanwhile } = await onBoth("001", 3);
    expect([first, ...became].map(({ status }) => status)).toEqual(Array(4).fill("paid"));
    expect(sentMeanwhile).toEqual([0, 0, 0]);
    expect(await stage.app.platform.db.selectFrom("cardTurns").select("mode").execute()).not.toEqual([]);
    await stage.pass(7_200);
    expect(await stage.app.platform.db.selectFrom("cardTurns").select("mode").execute()).toEqual([]);
  }, 120_000);
});
