import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { call, type Heard, newWeathered, type Weathered } from "./calls.ts";
import type { Rig } from "./rig.ts";

/** What a payer and a shop do with an order. */
export type Kind = "sale" | "declined" | "capture" | "void" | "page";

/** An acknowledgement as it stands in the merchant's own file. */
export interface Acknowledged {
  readonly merchantOrderNo: string;
  readonly step: "create" | "capture" | "void" | "cancel";
  readonly orderNo: string;
  readonly status: string;
}

/** Orders coming in at their own pace, whatever becomes of the ones before. */
export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Calls without a final answer, whatever became of them. */
  readonly unknown: number;
  readonly weathered: Weathered;
  /** Orders that were not even sent, because too many were without an answer. */
  readonly heldBack: number;
  /** Ends the stream of new orders and waits until each has its answer or none is to be expected. */
  finish(): Promise<void>;
}

export interface LoadOptions {
  /** New orders a second; each is one to two calls. */
  readonly rate: number;
  readonly seed: number;
  /** Distinguishes loads of one rig. */
  readonly name: string;
  /** Numbers of the cards that sales are paid with; one that is approved at once unless told. */
  readonly cards?: readonly string[];
}

/** A shop whose orders pile up stops taking new ones. */
const openMax = 60;

/** Cards of the simulator, by what they do. */
export const cards = { approved: "4008400010000004", declined: "4008401010000002" } as const;

/** Means of a payment by card. */
export const byCard = (number: string) => ({
  code: "card",
  card: { number, expiryMonth: 12, expiryYear: 2032, cvc: "123" },
});

const kindOf = (random: SeededRandom): Kind => {
  const chance = random.next();
  if (chance < 0.5) return "sale";
  if (chance < 0.6) return "declined";
  if (chance < 0.8) return "capture";
  return chance < 0.9 ? "void" : "page";
};

/** The body of a new order of a kind. */
export function creationOf(merchantOrderNo: string, kind: Kind, card?: string): object {
  const number = card ?? (kind === "declined" ? cards.declined : cards.approved);
  return {
    merchantOrderNo,
    // A scheme lets a card be declined for one amount only so often.
    amount: 10_000 + (kind === "declined" ? Number(/\d+$/.exec(merchantOrderNo)?.[0] ?? 0) % 5_000 : 0),
    currency: "USD",
    payer: { email: "ada@example.com", name: "Ada Payer" },
    ip: "203.0.113.7",
    returnUrl: "https://shop.example/thanks",
    captureMethod: kind === "capture" || kind === "void" ? "manual" : "automatic",
    ...(kind === "page" ? {} : { paymentMethod: byCard(number) }),
  };
}

const following = { capture: "capture", void: "void", page: "cancel" } as const;

/** Lets orders come in at a steady pace until it is finished. An acknowledgement counts once it is on the disk. */
export async function startLoad(rig: Rig, options: LoadOptions): Promise<Load> {
  const { rate, seed, name, cards: saleCards = [cards.approved] } = options;
  const file = await open(join(rig.folder, `${name}.acknowledged`), "a");
  const acknowledged: Acknowledged[] = [];
  const weathered = newWeathered();
  const random = new SeededRandom(seed);
  const running = new Set<Promise<void>>();
  let isFinished = false;
  let heldBack = 0;
  let unknown = 0;

  const keep = async (merchantOrderNo: string, step: Acknowledged["step"], heard: Heard) => {
    if (heard.outcome === "unknown") unknown += 1;
    if (heard.outcome !== "acknowledged") return;
    const { orderNo, status } = heard.body;
    const line = { merchantOrderNo, step, orderNo, status };
    await file.write(`${JSON.stringify(line)}\n`);
    await file.datasync();
    acknowledged.push(line);
  };
  const play = async (number: number): Promise<void> => {
    const kind = kindOf(random);
    const own = new SeededRandom(seed * 1_000_003 + number);
    const merchantOrderNo = `${name}-${number}`;
    const renewsKey = own.chance(0.5);
    const body = creationOf(merchantOrderNo, kind, kind === "sale" ? own.pick(saleCards) : undefined);
    const created = await call(rig, { path: "/v1/orders", body, renewsKey }, own, weathered);
    await keep(merchantOrderNo, "create", created);
    const next = kind === "capture" || kind === "void" || kind === "page" ? following[kind] : undefined;
    if (next && isReadyFor(next, created)) {
      const path = `/v1/orders/${created.body.orderNo}/${next}`;
      await keep(merchantOrderNo, next, await call(rig, { path, body: {} }, own, weathered));
    }
  };
  const stream = (async () => {
    const began = performance.now();
    for (let number = 0; !isFinished; number += 1) {
      const dueMs = began + (number * 1000) / rate - performance.now();
      if (dueMs > 0) await sleep(dueMs);
      if (isFinished) break;
      if (running.size >= openMax) {
        heldBack += 1;
        continue;
      }
      const one = play(number).finally(() => running.delete(one));
      running.add(one);
    }
  })();
  return {
    acknowledged,
    weathered,
    get unknown() {
      return unknown;
    },
    get heldBack() {
      return heldBack;
    },
    finish: async () => {
      if (isFinished) return;
      isFinished = true;
      await stream;
      while (running.size > 0) await Promise.all(running);
      await file.close();
    },
  };
}

/** A merchant goes on only where the answer says that the order is there. */
function isReadyFor(next: "capture" | "void" | "cancel", { outcome, body }: Heard): boolean {
  if (outcome !== "acknowledged") return false;
  if (next === "cancel") return body.status === "created";
  return body.status === "awaiting" && body.awaitingReason === "capture";
}
