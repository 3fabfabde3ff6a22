import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { currency as knownCurrency, minorPerMajor } from "@countinghouse/money/currency.ts";
import { money } from "@countinghouse/money/money.ts";
import { createOrder, type OrderingApp, type PaymentDetails } from "../modules/payments/order-acceptance/index.ts";
import {
  type Caller,
  cancelOrder,
  confirmOrder,
  expireOrder,
  type OrderNode,
} from "../modules/payments/order-processing/index.ts";
import type { OrderRef } from "../modules/payments/order-record/index.ts";
import { appActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import { transact } from "../platform/db/transact.ts";
import type { Platform } from "../platform/platform.ts";
import { demoMerchants } from "./demo-merchants.ts";
import { type DemoEnding, demoCards, demoConnector, demoDeclines, demoPayers } from "./demo-orders.ts";
import { demoTenantName } from "./demo-words.ts";
import { dayMs } from "./seed-context.ts";
import { SeededRandom } from "./seeded-random.ts";

/** Whoever starts the product signs in next, and comes first. */
const restMs = 4_000;
/** Orders of each merchant over so many days until now; there are more of them the nearer the present comes. */
const ordersPerMerchant = 80;
const historyDays = 365;
/** Every order of the history is over by now: paid, given up or expired. */
const lastMs = 3_600_000;

interface Merchant {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appId: string;
  readonly appNo: string;
  readonly currency: string;
  readonly since: string;
  readonly legalName: string;
}

const legalNames = demoMerchants.map(({ legalName }) => legalName);

/** Merchants of the demonstration that may be paid over the simulator. */
const payableMerchants = ({ db }: Pick<Platform, "db">): Promise<Merchant[]> =>
  db
    .selectFrom("merchants")
    .innerJoin("tenants", "tenants.id", "merchants.tenantId")
    .innerJoin("coinApps", "coinApps.merchantId", "merchants.id")
    .select([
      "merchants.id as merchantId",
      "merchants.tenantId",
      "coinApps.id as appId",
      "coinApps.appNo",
      "merchants.currency",
      "merchants.createTime as since",
      "merchants.legalName",
    ])
    .where("merchants.canPay", "=", true)
    .where("tenants.name", "in", Object.values(demoTenantName))
    .where("merchants.legalName", "in", legalNames)
    .orderBy("merchants.id")
    .execute();

/** How orders end, the more often the more of it there is. */
function endingOf(random: SeededRandom): DemoEnding | "unpaid" {
  const chance = random.next();
  if (chance < 0.76) return { kind: "captured" };
  if (chance < 0.89) return { kind: "declined", code: random.pick(demoDeclines) };
  if (chance < 0.93) return { kind: "left" };
  return "unpaid";
}

/** Another node that started at the same moment was faster. */
function unlessMade(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const request = {
  id: "demonstration",
  method: "POST",
  path: "/v1/orders",
  ip: "203.0.113.7",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
} as const;

/** Everything one merchant's history is made with: a clock that moves from order to order, and gateways that answer. */
class History {
  readonly #platform: Platform;
  readonly #merchant: Merchant;
  readonly #random: SeededRandom;
  readonly #node: OrderNode;
  #now = new Date(0);
  #ending: DemoEnding = { kind: "captured" };
  #country: string | null = null;

  constructor(platform: Platform, merchant: Merchant, random: SeededRandom) {
    this.#platform = platform;
    this.#merchant = merchant;
    this.#random = random;
    const clock = { now: () => this.#now };
    const connector = demoConnector(
      () => this.#ending,
      () => this.#country,
    );
    const { seals } = installationKeys(platform.secret);
    this.#node = { platform, db: platform.db, clock, seals, enqueue: async () => {}, connectorOf: () => connector };
  }

  /** Numbers of the orders that are there already. */
  async made(): Promise<ReadonlySet<string>> {
    const orders = await this.#platform.db
      .selectFrom("coinOrders")
      .select("merchantOrderNo")
      .where("merchantId", "=", this.#merchant.merchantId)
      .where("merchantOrderNo", "like", "SHOP-%")
      .execute();
    return new Set(orders.map((order) => order.merchantOrderNo));
  }

  async add(at: Date, merchantOrderNo: string): Promise<void> {
    this.#now = at;
    const random = this.#random;
    const { merchantId, tenantId, appId, appNo, currency } = this.#merchant;
    const [name, email, country] = random.pick(demoPayers);
    const units = minorPerMajor(knownCurrency(currency));
    const amount = money(
      BigInt(random.between(8, 480)) * units + (units > 1n ? BigInt(random.between(0, 99)) : 0n),
      currency,
    );
    const caller = { actor: appActor({ merchantId, tenantId, appNo }), request };
    const app: OrderingApp = { ...this.#merchant, ...ordering, appId };
    const order = await transact(this.#node, caller, (ctx) =>
      createOrder(ctx, app, {
        merchantOrderNo,
        amount,
        paymentType: "hosted_page",
        payer: { name, email },
        billingAddress: { country },
        ip: `203.0.113.${random.between(1, 254)}`,
      }),
    ).catch(unlessMade);
    if (!order) return;
    const planned = endingOf(random);
    const ref = { merchantId, orderId: order.id };
    if (planned === "unpaid") {
      this.#now = new Date(at.getTime() + 600_000);
      await cancelOrder(this.#node, caller, ref, { by: "reasonPayer" });
      return;
    }
    this.#ending = planned;
    const means = this.#means();
    this.#now = new Date(at.getTime() + random.between(20, 240) * 1000);
    const status = await this.#confirm(caller, ref, means);
    if (status !== "awaiting" && status !== "created") return;
    // Some try again with another card; the others never come back.
    if (planned.kind === "declined" && random.chance(0.5)) {
      this.#ending = { kind: "captured" };
      this.#now = new Date(this.#now.getTime() + random.between(30, 300) * 1000);
      if ((await this.#confirm(caller, ref, this.#means())) === "paid") return;
    }
    this.#now = new Date(at.getTime() + (ordering.orderExpireMinutes + 1) * 60_000);
    await expireOrder(this.#node, caller, ref);
  }

  /** A payment that no account takes is a part of life, in a demonstration as well. */
  async #confirm(caller: Caller, ref: OrderRef, means: PaymentDetails): Promise<string> {
    try {
      return (await confirmOrder(this.#node, caller, ref, means)).status;
    } catch (error) {
      if (error instanceof Refusal) return "created";
      throw error;
    }
  }

  #means(): PaymentDetails {
    const random = this.#random;
    if (random.chance(0.16)) {
      this.#country = null;
      return { method: random.pick(["alipay", "wechat", "sim_wallet"]), card: null };
    }
    const { number, country } = random.pick(demoCards);
    this.#country = country;
    const expYear = this.#platform.clock.now().getUTCFullYear() + 3;
    return { method: "card", card: { number, expMonth: 12, expYear, cvc: "123", holderName: null } };
  }
}

const ordering = {
  mode: "test",
  maxAttempts: 5,
  orderExpireMinutes: 30,
  descriptor: null,
  defaultReturnUrl: null,
  defaultCancelUrl: null,
  defaultNotifyUrl: null,
} as const;

/**
 * Gives the merchants of the demonstration a history of orders, made by the same functions as every order: priced,
 * routed and booked. In the test book, since no money ever moved. Ends early when it is told to; what an earlier start did
 * not come to is made by the next one.
 */
export async function seedOrders(
  platform: Platform,
  { signal, perMerchant = ordersPerMerchant }: { readonly signal?: AbortSignal; readonly perMerchant?: number } = {},
): Promise<void> {
  const merchants = await payableMerchants(platform);
  // Side by side: each has books of its own.
  await Promise.all(merchants.map((merchant) => seedOrdersOf(platform, merchant, perMerchant, signal)));
}

async function seedOrdersOf(
  platform: Platform,
  merchant: Merchant,
  count: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const now = platform.clock.now().getTime();
  const place = legalNames.indexOf(merchant.legalName);
  const random = new SeededRandom(1_000 + place);
  const history = new History(platform, merchant, random);
  const made = await history.made();
  if (made.size >= count) return;
  const from = Math.max(Date.parse(merchant.since) + dayMs, now - historyDays * dayMs);
  const times = Array.from({ length: count }, () => from + Math.sqrt(random.next()) * (now - lastMs - from));
  for (const [index, at] of times.sort((a, b) => a - b).entries()) {
    if (signal?.aborted) return;
    const orderNo = `SHOP-${String(10_000 + place * 1_000 + index)}`;
    if (!made.has(orderNo)) await history.add(new Date(Math.floor(at)), orderNo);
  }
}

/** Makes the history, or what is missing of it, while the node is at work already; answers how to stop. */
export function seedOrdersBeside(platform: Platform): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const made = sleep(restMs, undefined, { signal })
    .then(() => seedOrders(platform, { signal }))
    .catch((error: unknown) => {
      if (!signal.aborted) platform.logger.warn({ err: error }, "the demonstration's orders were not all made");
    });
  return async () => {
    stopping.abort();
    await made;
  };
}
