import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryAttempt } from "../../src/modules/payments/order-follow-up/order-query.service.ts";
import { attemptQueryQueue } from "../../src/modules/payments/payment-attempt/index.ts";
import { SeededRandom } from "../../src/seed/seeded-random.ts";
import { actor } from "../app.ts";
import { type GatewayPost, openGatewayPost, workOffNotifications } from "../gateway-post.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { violationsOf } from "../refunds.ts";
import { settleAll } from "../settlements.ts";
import { buildAccountTerms } from "../terms.ts";

let stage: OrderStage;
let post: GatewayPost;

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, place, merchantId } = stage;
  await app.platform.db.deleteFrom("accountTerms").where("merchantId", "=", merchantId).execute();
  const terms = { settlementCurrency: "USD", settlementZone: "UTC", settlementDays: 1, autoSettle: true };
  await buildAccountTerms(app, { tenantId: place.tenantId, merchantId }, terms);
  post = await openGatewayPost(stage, ["sim_main", "sim_backup"]);
});
afterAll(async () => {
  await stage?.close();
  await post?.close();
});

/** Decided at once, later, the other way round, told late, thrice, in the wrong order; the first two are refunded in part. */
const scenarios = ["001", "001", "003", "101", "503", "504", "505", "506", "507"];
const refunded = 2;
/** Five minutes each. All is decided within them, unless nobody hears of it. */
const steps = 18;
const refundStep = 8;

/** How many steps late a copy arrives; the last value stands for after the settlement. */
const delay = fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(steps) });
const telling = fc.record({
  /** For each notification, by its place among all, the delays of its copies. */
  copies: fc.array(fc.array(delay, { minLength: 1, maxLength: 5 }), { minLength: 12, maxLength: 12 }),
  /** An operator asks the gateway about an order. */
  clicks: fc.array(fc.record({ step: fc.nat(steps - 1), order: fc.nat(scenarios.length - 1) }), { maxLength: 30 }),
  seed: fc.nat(),
});
type Telling = typeof telling extends fc.Arbitrary<infer T> ? T : never;

/** Once, at once, in order, and nobody clicks. */
const plain: Telling = { copies: [[0]], clicks: [], seed: 0 };

const balances = async (): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await stage.app.platform.db
    .selectFrom("ledgerBalances")
    .select(["account", "amount"])
    .where("merchantId", "=", stage.merchantId)
    .execute();
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
};
const operator = () => stage.app.as(actor({ ...stage.place, userId: 101, provenAt: stage.app.clock.now() }));

/** What operators asked for is done by whichever node takes the job. */
async function workOffQuestions(): Promise<void> {
  const { app, node, caller } = stage;
  const { true: asked = [], false: others = [] } = Object.groupBy(
    app.jobs.splice(0),
    ({ queue }) => `${queue === attemptQueryQueue}` as const,
  );
  app.jobs.push(...others);
  for (const { data } of asked) await queryAttempt(node, caller, data as never);
}

/** Pays in every way, lets days pass until all is settled, and tells of it as it is asked; answers what came of it. */
async function live({ copies, clicks, seed }: Telling) {
  const random = new SeededRandom(seed);
  const before = await balances();
  const orders: Awaited<ReturnType<OrderStage["pay"]>>[] = [];
  for (const scenario of scenarios) orders.push(await stage.pay(scenario));
  const due: { readonly step: number; readonly body: string; readonly at: number }[] = [];
  let planned = post.received.length;
  const first = planned;
  /** Delivers what arrives in a step, in any order; in order where each is told once. */
  const tell = async (step: number) => {
    for (; planned < post.received.length; planned += 1) {
      const body = post.received[planned]?.body ?? "";
      const delays = copies[(planned - first) % copies.length] ?? [0];
      for (const late of delays)
        due.push({
          step: late === steps ? steps : Math.min(steps - 1, step + late),
          body,
          at: seed ? random.next() : planned,
        });
    }
    const arriving = due.filter((one) => one.step === step).sort((a, b) => a.at - b.at);
    for (const { body } of arriving) expect(await post.deliver(body)).toMatchObject({ status: 200 });
    await workOffNotifications(stage, random);
  };
  for (let step = 0; step < steps; step += 1) {
    await stage.pass(300);
    if (step === refundStep)
      for (const { id: orderId } of orders.slice(0, refunded))
        await operator().call(orderRefund, "add", { orderId, amount: "1000", reason: "duplicate" });
    for (const click of clicks.filter((one) => one.step === step)) {
      const answer = await operator().send(coinOrder, "sync", { id: orders[click.order]?.id });
      expect([undefined, "coinOrder.nothingToAsk"]).toContain(answer.bizCode);
    }
    // Answers to questions and notifications come in either order.
    if (random.chance(0.5)) await workOffQuestions();
    await tell(step);
    await workOffQuestions();
  }
  for (let day = 0; day < 4; day += 1) {
    await stage.pass(86_400);
    await settleAll(stage.app);
  }
  await tell(steps);
  await stage.pass(86_400);
  await settleAll(stage.app);
  const { db } = stage.app.platform;
  const ends = [];
  for (const [at, order] of orders.entries()) {
    const { status, capturedAmount, refundedAmount, surplusAmount } = await stage.read(order);
    const own = (table: "paymentDues" | "orderRefunds") =>
      db.selectFrom(table).select(["amount", "status"]).where("orderId", "=", order.id).execute();
    const lines = await db
      .selectFrom("settlementLines")
      .innerJoin("ledgerJournals", (join) =>
        join
          .onRef("ledgerJournals.merchantId", "=", "settlementLines.merchantId")
          .onRef("ledgerJournals.id", "=", "settlementLines.journalId"),
      )
      .select(["lineType", "settlementLines.state", "settlementLines.amount"])
      .where("ledgerJournals.orderId", "=", order.id)
      .execute();
    ends.push({
      scenario: scenarios[at],
      ...{ status, capturedAmount, refundedAmount, surplusAmount },
      dues: await own("paymentDues"),
      refunds: await own("orderRefunds"),
      lines: lines.map(({ lineType, state, amount }) => `${lineType} ${state} ${amount}`).sort(),
      booked: (await stage.booked(order)).sort(),
    });
  }
  const after = await balances();
  const moved = [...after].map(([account, amount]) => [account, String(amount - (before.get(account) ?? 0n))]).sort();
  return { ends, moved: moved.filter(([, amount]) => amount !== "0") };
}

/** How many tellings a run tries; `TOLD_HISTORIES` asks for more. */
const numRuns = Number(process.env.TOLD_HISTORIES ?? 6);

test(
  "however often, late and mixed up a history is told, and whoever asks meanwhile, orders and books end as if it was told once",
  async () => {
    const model = await live(plain);
    expect(model.ends.map(({ status }) => status)).toEqual(expect.arrayContaining(["paid", "canceled"]));
    expect(model.ends.slice(0, refunded)).toMatchObject(Array(refunded).fill({ refundedAmount: "1000" }));
    expect(model.ends.flatMap(({ lines }) => lines).filter((line) => line.includes(" settled "))).not.toEqual([]);
    await fc.assert(
      fc.asyncProperty(telling, async (told) => {
        expect(await live({ ...told, seed: told.seed + 1 })).toEqual(model);
        expect(await violationsOf(stage)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
  },
  Math.max(240_000, numRuns * 60_000),
);
