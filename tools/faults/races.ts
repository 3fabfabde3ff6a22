import { randomUUID } from "node:crypto";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { callOnce } from "../replay/client.ts";
import { auditAtRest, startAuditor, waitForRest } from "./audit.ts";
import { call, newWeathered } from "./calls.ts";
import { defectsOf, type Findings, healedAfter, lawBroken, leftForEver } from "./findings.ts";
import { byCard, cards, creationOf } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

const workers = 64;
const partMinor = 300;
const partsMax = 33;

const moves = ["capture", "void", "cancel", "confirm"] as const;

const bodies = { capture: {}, void: {}, cancel: {}, confirm: { paymentMethod: byCard(cards.approved) } } as const;

/** A reserved order, ready for whatever comes. */
async function reserve(rig: Rig, merchantOrderNo: string, random: SeededRandom): Promise<string> {
  const body = creationOf(merchantOrderNo, "capture");
  const heard = await call(rig, { path: "/v1/orders", body }, random, newWeathered());
  return heard.body.orderNo;
}

const wish = async (rig: Rig, orderNo: string, move: (typeof moves)[number], at: number, body: object) => {
  const { appKey, appSecret } = rig.shop;
  const base = rig.nodes[at % 2 === 0 ? 0 : 1].address;
  const options = { base, appKey, appSecret, timeoutMs: 60_000 };
  const { answer } = await callOnce(options, "POST", `/v1/orders/${orderNo}/${move}`, body, randomUUID());
  return answer.status;
};

/** Sixty-four servers want different things of one order at the same moment, over and over; then parts of another. */
export async function races(rig: Rig, { seed, kills }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const auditor = startAuditor(rig);
  const statuses = new Map<number, number>();
  for (let number = 0; number < kills; number += 1) {
    const orderNo = await reserve(rig, `races-${number}`, random);
    const asked = Array.from({ length: workers }, (_, index) => {
      const move = random.pick(moves);
      return wish(rig, orderNo, move, index, bodies[move]);
    });
    for (const status of await Promise.all(asked)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  rig.timeline.note(`${kills} orders were fought over`);
  const split = await reserve(rig, "races-parts", random);
  let parts = 0;
  for (let round = 0; round < 60 && parts < partsMax; round += 1) {
    const body = { amount: partMinor, final: false };
    const asked = Array.from({ length: 8 }, (_, index) => wish(rig, split, "capture", index, body));
    parts += (await Promise.all(asked)).filter((status) => status === 200).length;
  }
  const healing = await waitForRest(rig, 240);
  await auditor.stop();
  const outcome = await outcomesOf(rig);
  const atRest = (await auditAtRest(rig)).filter(({ id }) => id !== "I-4");
  return {
    figures: [
      ["orders fought over", kills],
      ["servers at once", workers],
      ["answers", [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ")],
      ["captured", outcome.captured],
      ["given back", outcome.released],
      ["neither, or both", outcome.odd.length],
      ["parts of 3 % taken of one order", `${outcome.taken / partMinor} (${outcome.taken} of 10000)`],
      ["healed after", healedAfter(healing)],
      ["samples of the money", auditor.samples],
    ],
    broken: [
      ...outcome.odd.map((line) => `not one winner: ${line}`),
      ...(outcome.taken === 0 ? ["no part of the order that was to be taken in parts was taken"] : []),
      ...(outcome.taken > 10_000 ? [`more was taken than reserved: ${outcome.taken}`] : []),
      ...defectsOf(statuses.get(500)),
      ...leftForEver(healing),
      ...[...auditor.broken, ...atRest].map(lawBroken),
    ],
  };
}

async function outcomesOf(rig: Rig) {
  const rows = await ask<{ order_no: string; merchant_order_no: string; status: string; captured: string }>(
    rig,
    "SELECT order_no, merchant_order_no, status, captured_amount::text AS captured FROM coin_orders",
  );
  const odd: string[] = [];
  let captured = 0;
  let released = 0;
  let taken = 0;
  for (const { order_no, merchant_order_no, status, captured: stored } of rows) {
    const payments = await rig.simulator.paymentsOf(order_no);
    const there = payments.reduce((sum, payment) => sum + payment.capturedAmount, 0);
    const line = `${order_no} is ${status} with ${stored}, the gateway has ${there} in ${payments.length}`;
    if (merchant_order_no === "races-parts") {
      taken = there;
      if (Number(stored) !== there) odd.push(line);
    } else if (status === "paid" && Number(stored) === 10_000 && there === 10_000) captured += 1;
    else if (status === "canceled" && there === 0) released += 1;
    else odd.push(line);
  }
  return { odd, captured, released, taken };
}
