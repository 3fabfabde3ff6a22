import { randomUUID } from "node:crypto";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { callOnce } from "../replay/client.ts";
import { auditAtRest, startAuditor, waitForRest } from "./audit.ts";
import { call, newWeathered } from "./calls.ts";
import type { Findings } from "./findings.ts";
import { creationOf } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

const workers = 64;
const partMinor = 300;
const partsMax = 33;

const moves = ["capture", "void", "cancel", "confirm"] as const;

const card = { number: "4008400010000004", expiryMonth: 12, expiryYear: 2032, cvc: "123" };
const bodies = { capture: {}, void: {}, cancel: {}, confirm: { paymentMethod: { code: "card", card } } } as const;

/** A reserved order, ready for whatever comes. */
async function reserve(rig: Rig, merchantOrderNo: string, random: SeededRandom): Promise<string> {
  const body = creationOf(merchantOrderNo, "capture");
  const heard = await call(rig, { method: "POST", path: "/v1/orders", body }, random, newWeathered());
  return heard.body.orderNo;
}

const ask64 = async (rig: Rig, orderNo: string, move: (typeof moves)[number], at: number, body: object) => {
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
      return ask64(rig, orderNo, move, index, bodies[move]);
    });
    for (const status of await Promise.all(asked)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  rig.timeline.note(`${kills} orders were fought over`);
  const split = await reserve(rig, "races-parts", random);
  let parts = 0;
  for (let round = 0; round < 60 && parts < partsMax; round += 1) {
    const body = { amount: partMinor, final: false };
    const asked = Array.from({ length: 8 }, (_, index) => ask64(rig, split, "capture", index, body));
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
      ["healed after", healing.healedSeconds === undefined ? "never" : `${Math.round(healing.healedSeconds)} s`],
      ["samples of the money", auditor.samples],
    ],
    broken: [
      ...outcome.odd.map((line) => `not one winner: ${line}`),
      ...(outcome.taken > 10_000 ? [`more was taken than reserved: ${outcome.taken}`] : []),
      ...((statuses.get(500) ?? 0) > 0 ? [`answers of 500: ${statuses.get(500)}`] : []),
      ...(healing.healedSeconds === undefined ? [`left for ever: ${JSON.stringify(healing.left)}`] : []),
      ...[...auditor.broken, ...atRest].map(
        ({ id, count, example }) => `${id} does not hold ${count} times (${example})`,
      ),
    ],
  };
}

interface Payment {
  readonly status: string;
  readonly capturedAmount: number;
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
    const book = (await rig.simulator.control("GET", `/book?reference=${order_no}`)) as { payments: Payment[] };
    const there = book.payments.reduce((sum, payment) => sum + payment.capturedAmount, 0);
    const line = `${order_no} is ${status} with ${stored}, the gateway has ${there} in ${book.payments.length}`;
    if (merchant_order_no === "races-parts") {
      taken = there;
      if (Number(stored) !== there) odd.push(line);
    } else if (status === "paid" && Number(stored) === 10_000 && there === 10_000) captured += 1;
    else if (status === "canceled" && there === 0) released += 1;
    else odd.push(line);
  }
  return { odd, captured, released, taken };
}
