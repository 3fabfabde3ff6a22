import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { callOnce, type OpenAnswer } from "../replay/client.ts";
import { call, newWeathered } from "./calls.ts";
import type { Findings } from "./findings.ts";
import { creationOf } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";
import type { Shop } from "./shop.ts";

const copies = 100;
const heldMs = 3_000;

interface Counted {
  readonly statuses: Record<string, number>;
  /** Different orders that were answered. */
  readonly orders: number;
}

const send = (
  rig: Rig,
  { appKey, appSecret }: Shop,
  at: 0 | 1,
  body: object,
  key: string,
): Promise<{ answer: OpenAnswer; waitMs: number }> =>
  callOnce({ base: rig.nodes[at].address, appKey, appSecret, timeoutMs: 60_000 }, "POST", "/v1/orders", body, key);

const nodeAt = (index: number): 0 | 1 => (index % 2 === 0 ? 0 : 1);

/** What an order became, here and at the gateway. */
async function effectsOf(rig: Rig, merchantOrderNo: string): Promise<string> {
  const rows = await ask<{ order_no: string; attempts: number }>(
    rig,
    `SELECT o.order_no, (SELECT count(*)::int FROM payment_attempts a
       WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id) AS attempts
       FROM coin_orders o WHERE o.merchant_order_no = $1`,
    [merchantOrderNo],
  );
  const [row] = rows;
  if (!row) return "0 orders";
  const payments = await rig.simulator.paymentsOf(row.order_no);
  return `${rows.length} order, ${row.attempts} attempt, ${payments.length} payment`;
}

const once = "1 order, 1 attempt, 1 payment";

/** Waits until an order has had its effects, or has been asked for so many times. */
async function untilOnce(rig: Rig, merchantOrderNo: string, times: number, everyMs: number): Promise<void> {
  for (let tries = 0; tries < times && (await effectsOf(rig, merchantOrderNo)) !== once; tries += 1)
    await sleep(everyMs);
}

function count(answers: readonly OpenAnswer[]): Counted {
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const orders = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.orderNo)).size;
  return { statuses, orders };
}

/** One call and one key, sent by the hundred, through kills, changed, and by somebody else. */
export async function repeats(rig: Rig, { seed }: RunOptions): Promise<Findings> {
  const figures: [string, string | number][] = [];
  const broken: string[] = [];
  const expect = (what: string, found: string | number, wanted: string | number) => {
    figures.push([what, found]);
    if (found !== wanted) broken.push(`${what}: ${found}, and not ${wanted}`);
  };
  await manyOfOne(rig, expect);
  await killedInTheMiddle(rig, seed, expect);
  await changed(rig, expect);
  await whileRunning(rig, expect);
  await ofSomebodyElse(rig, expect);
  return { figures, broken };
}

type Expect = (what: string, found: string | number, wanted: string | number) => void;

async function manyOfOne(rig: Rig, expect: Expect): Promise<void> {
  rig.timeline.note(`${copies} at once and ${copies} in a row`);
  const body = creationOf("repeats-many", "sale");
  const key = randomUUID();
  const atOnce = await Promise.all(
    Array.from({ length: copies }, (_, index) => send(rig, rig.shop, nodeAt(index), body, key)),
  );
  const first = count(atOnce.map(({ answer }) => answer));
  const inARow: OpenAnswer[] = [];
  for (let index = 0; index < copies; index += 1)
    inARow.push((await send(rig, rig.shop, nodeAt(index), body, key)).answer);
  const second = count(inARow);
  // Done, under way, or more at once than one app may ask: whoever hears anything else would not know what to do.
  const odd = Object.keys(first.statuses).filter((status) => !["200", "409", "429"].includes(status));
  expect(`${copies} at once: answers other than 200, 409 and 429`, odd.length, 0);
  expect(`${copies} at once: different orders`, first.orders, 1);
  expect(`${copies} in a row: answers of 200`, second.statuses["200"] ?? 0, copies);
  expect(`${copies} in a row: different orders`, second.orders, 1);
  expect("effects of all", await effectsOf(rig, "repeats-many"), once);
  await rig.nodes[0].kill();
  await rig.nodes[0].start();
  const after = count([...inARow.slice(0, 1), (await send(rig, rig.shop, 0, body, key)).answer]);
  expect("different orders after a restart", after.orders, 1);
}

async function killedInTheMiddle(rig: Rig, seed: number, expect: Expect): Promise<void> {
  rig.timeline.note("killed in the middle of the call to the gateway");
  const random = new SeededRandom(seed);
  const body = creationOf("repeats-killed", "sale");
  const key = randomUUID();
  rig.toGateway.weather = { kind: "delay", ms: heldMs };
  const lost = send(rig, rig.shop, 0, body, key).then(
    () => "answered",
    () => "cut",
  );
  // The gateway has the payment; its answer is held.
  await untilOnce(rig, "repeats-killed", 200, 50);
  await rig.nodes[0].kill();
  expect("the call whose node was killed", await lost, "cut");
  rig.toGateway.weather = { kind: "pass" };
  await rig.nodes[0].start();
  const heard = await call(rig, { path: "/v1/orders", body, key }, random, newWeathered());
  expect("the same call again, in the end", heard.outcome, "acknowledged");
  await untilOnce(rig, "repeats-killed", 120, 1_000);
  expect("effects of both", await effectsOf(rig, "repeats-killed"), once);
}

async function changed(rig: Rig, expect: Expect): Promise<void> {
  const key = randomUUID();
  const body = creationOf("repeats-changed", "sale");
  await send(rig, rig.shop, 0, body, key);
  const others = [
    { ...body, amount: 10_001 },
    { ...body, currency: "EUR" },
    { ...body, payer: { email: "eva@example.com", name: "Ada Payer" } },
  ];
  const answers = [];
  for (const other of others) answers.push((await send(rig, rig.shop, 1, other, key)).answer);
  expect("changed bodies under a used key, refused", count(answers).statuses["409"] ?? 0, others.length);
  expect("effects of the changed ones", await effectsOf(rig, "repeats-changed"), once);
}

async function whileRunning(rig: Rig, expect: Expect): Promise<void> {
  rig.timeline.note("the same call while the first is held at the gateway");
  const key = randomUUID();
  const body = creationOf("repeats-running", "sale");
  rig.toGateway.weather = { kind: "delay", ms: 1_500 };
  const first = send(rig, rig.shop, 0, body, key);
  await sleep(700);
  const began = performance.now();
  const { answer } = await send(rig, rig.shop, 1, body, key);
  const elapsedMs = performance.now() - began;
  await first;
  rig.toGateway.weather = { kind: "pass" };
  expect("while the first runs", `${answer.status} ${answer.body.status}`, "200 pending");
  expect("answered within 5 s", elapsedMs < 5_000 ? "yes" : "no", "yes");
  expect("effects of the held one", await effectsOf(rig, "repeats-running"), once);
}

async function ofSomebodyElse(rig: Rig, expect: Expect): Promise<void> {
  const other = await rig.openShop();
  const key = randomUUID();
  const own = await send(rig, rig.shop, 0, creationOf("repeats-own", "sale"), key);
  const { answer } = await send(rig, other, 1, creationOf("repeats-other", "sale"), key);
  const isStranger = answer.status === 200 && answer.body.orderNo !== own.answer.body.orderNo;
  expect("another merchant's call under the same key runs as its own", isStranger ? "yes" : "no", "yes");
}
