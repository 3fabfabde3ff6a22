import { randomUUID } from "node:crypto";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { money } from "@countinghouse/money/money.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectorOf } from "../../src/modules/gateways/connector/index.ts";
import { openGatewayAccount } from "../../src/modules/gateways/gateway-account/index.ts";
import { beginCapture, beginPayment } from "../../src/modules/payments/order-processing/index.ts";
import { transact } from "../../src/platform/db/transact.ts";
import { SeededRandom } from "../../src/seed/seeded-random.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { type GatewayPost, openGatewayPost, workOffNotifications } from "../gateway-post.ts";
import { type OpenClient, openClient } from "../open-caller.ts";
import { type Birth, birth, type Happening, happening, rareLives } from "../order-lives.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { unique } from "../people.ts";
import { testCard } from "../simulator.ts";

const environment = { COUNTINGHOUSE_API_RATE: "10000", COUNTINGHOUSE_API_CONCURRENCY: "1000" };

let stage: OrderStage;
/** A second node on the same database, reached by the same merchant's server. */
let second: TestApp;
let doors: readonly OpenClient[];
let post: GatewayPost;

beforeAll(async () => {
  stage = await buildOrderStage({ environment });
  post = await openGatewayPost(stage, ["sim_main", "sim_backup"]);
  const { app, shop } = stage;
  second = await buildTestApp({ database: app.database, clock: app.clock, environment });
  doors = [shop, openClient(second.server, app.clock, shop)];
});
afterAll(async () => {
  await second?.close();
  await stage?.close();
  await post?.close();
});
beforeEach(() => suffer());

/** What the gateway suffers from now on; nothing unless told. */
async function suffer(name?: string): Promise<void> {
  // Notifications are those of the main account, and of a twin nothing else tells.
  const accounts = name === "duplicate_reservation" ? ["sim_main"] : ["sim_main", "sim_backup"];
  for (const account of accounts)
    await stage.simulator.control("PUT", `/accounts/${account}`, { profiles: name ? [{ name }] : [] });
}

/** The cards' last year: a thousand lives of ten days each are some thirty years. */
const lastYear = 2095;

const cardOf = (scenario: string) => {
  const { number, expMonth, cvc } = testCard(scenario);
  return { code: "card", card: { number, expiryMonth: expMonth, expiryYear: lastYear, cvc } };
};

const creation = (parts: object = {}) => ({
  merchantOrderNo: unique("R-"),
  amount: 10_000,
  currency: "USD",
  ip: "203.0.113.7",
  payer: { email: "ada@example.com", name: "Ada Payer" },
  ...parts,
});

const ask = (at: number, path: string, body: object, key: string = randomUUID()) =>
  (doors[at % 2] as OpenClient).send("POST", path, { body, key });

const rowOf = (orderNo: string) =>
  stage.app.platform.db
    .selectFrom("coinOrders")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow();

/** Money that came in: captured for the merchant, or held for its payer. */
const isTaken = (line: string): boolean => line.startsWith("J01 ") || line.startsWith("J05 ");
const amountIn = (line: string): number => Number(line.split(" ").at(-2));

/** The three books of an order: the gateway's, the order's own and the ledger's. */
async function books(orderNo: string) {
  const order = await rowOf(orderNo);
  const { payments } = await stage.simulator.book(orderNo);
  const taken = payments.reduce((sum, one) => sum + (one as unknown as { capturedAmount: number }).capturedAmount, 0);
  const booked = (await stage.booked(order)).filter(isTaken).reduce((sum, line) => sum + amountIn(line), 0);
  const back = payments.reduce((sum, one) => sum + (one as unknown as { refundedAmount: number }).refundedAmount, 0);
  const { undecided, late, returned, returnedAside } = await duesOf(order);
  expect(returned).toBe(back);
  const own = Number(order.capturedAmount) + Number(order.surplusAmount) - late;
  return { gateway: taken, order: own + undecided + returnedAside, ledger: booked };
}

/**
 * What is held of an order until somebody decides; what came late, which is booked and still to go back as well; what
 * went back, and of that what was never the order's own.
 */
async function duesOf({ id }: { readonly id: string }) {
  const sums = await stage.app.platform.db
    .selectFrom("paymentDues")
    .select([
      sql<string>`coalesce(sum(held_amount) FILTER (WHERE status = 'open'), 0)`.as("undecided"),
      sql<string>`coalesce(sum(amount - returned_amount) FILTER (WHERE kind = 'late_success'), 0)`.as("late"),
      sql<string>`coalesce(sum(returned_amount), 0)`.as("returned"),
      sql<string>`coalesce(sum(returned_amount) FILTER (WHERE kind <> 'late_success'), 0)`.as("returnedAside"),
    ])
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", id)
    .executeTakeFirstOrThrow();
  const { undecided, late, returned, returnedAside } = sums;
  const asNumber = { undecided: Number(undecided), late: Number(late) };
  return { ...asNumber, returned: Number(returned), returnedAside: Number(returnedAside) };
}

const expectEqual = ({ gateway, order, ledger }: Awaited<ReturnType<typeof books>>): void =>
  expect({ order, ledger }).toEqual({ order: gateway, ledger: gateway });

describe("a call that is repeated under its key", () => {
  test("captures once when the answer to the first was pending", async () => {
    const { body } = await ask(0, "/v1/orders", creation({ paymentMethod: cardOf("001"), captureMethod: "manual" }));
    const { orderNo } = body;
    const key = randomUUID();
    const capture = () => ask(0, `/v1/orders/${orderNo}/capture`, { amount: 3_000, final: false }, key);
    await suffer("drop");
    expect((await capture()).body.status).toBe("pending");
    await suffer();
    await stage.pass(3_600);
    const again = await capture();
    expect([again.status, again.body.capturedAmount, again.headers["idempotent-replay"]]).toEqual([200, 3_000, "true"]);
    await stage.pass(3_600);
    expect(await books(orderNo)).toEqual({ gateway: 3_000, order: 3_000, ledger: 3_000 });
  }, 60_000);

  test("pays once when the answer to the first was pending", async () => {
    const { body } = await ask(0, "/v1/orders", creation({ paymentMethod: undefined }));
    const key = randomUUID();
    const confirm = () => ask(1, `/v1/orders/${body.orderNo}/confirm`, { paymentMethod: cardOf("502") }, key);
    expect((await confirm()).body.status).toBe("pending");
    await stage.pass(48 * 3_600);
    const before = await stage.attempts(await rowOf(body.orderNo));
    expect((await confirm()).headers["idempotent-replay"]).toBe("true");
    await stage.pass(3_600);
    expect(await stage.attempts(await rowOf(body.orderNo))).toHaveLength(before.length);
    expectEqual(await books(body.orderNo));
  }, 60_000);
});

describe("one merchant's order number under several keys at once", () => {
  test.each([
    ["with a payment", { paymentMethod: cardOf("001") }, "paid"],
    ["without one", {}, "created"],
  ])("is one order for all of them, %s", async (_what, parts, status) => {
    const body = creation(parts);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(at, "/v1/orders", body)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.orderNo)).size).toBe(1);
    const { orderNo } = answers[0]?.body ?? {};
    await stage.pass(120);
    expect((await rowOf(orderNo)).status).toBe(status);
    const { gateway, order, ledger } = await books(orderNo);
    const taken = status === "paid" ? 10_000 : 0;
    expect([gateway, order, ledger]).toEqual([taken, taken, taken]);
  });
});

const cards = ["001", "003", "501", "101", "201"];
const parts = [{ amount: 3_000, final: false }, { amount: 2_500, final: false }, {}];

interface Sent {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** Delivers one of the notifications that the gateway sent since `from`, so many times, late and out of turn. */
async function notify(which: number, times: number, from: number): Promise<void> {
  const sent = post.received.slice(from);
  const one = sent[which % Math.max(1, sent.length)];
  if (!one) return;
  for (let time = 0; time < times; time += 1) expect(await post.deliver(one.body)).toMatchObject({ status: 200 });
  await workOffNotifications(stage, new SeededRandom(which));
}

/** The gateway's payments of an order that stand at a state, the first one first. */
const standing = async (orderNo: string, state: string) =>
  (await stage.simulator.book(orderNo)).payments.filter(({ status }) => status === state);

/** The payer authenticates on a page that is open at the gateway, whatever became of its attempt here. */
async function comeBack(orderNo: string, which: number): Promise<void> {
  const open = await standing(orderNo, "requires_action");
  const one = open[which % Math.max(1, open.length)];
  if (one) await stage.simulator.control("POST", `/payments/${one.id}/authenticate`, {});
}

/** Money is taken at the gateway under a key that nobody of us gave. */
async function takeByHand(orderNo: string, { which, minor, isFinal }: Extract<Happening, { do: "hand" }>) {
  const reserved = await standing(orderNo, "authorized");
  const one = reserved[which % Math.max(1, reserved.length)] as
    | undefined
    | { readonly id: string; readonly accountId?: string };
  if (!one) return;
  for (const account of [stage.accounts.main, stage.accounts.backup]) {
    const opened = await openGatewayAccount(stage.app.platform, account);
    await connectorOf("simulator").capture(opened, {
      orderNo,
      attemptNo: "",
      upstreamIntentId: null,
      upstreamAttemptId: one.id,
      amount: money(BigInt(minor), "USD"),
      isFinal,
      idempotencyKey: randomUUID(),
    });
  }
}

/** What a process wrote down for an order before it died: a payment or a capture that nobody sent. */
async function crash(orderNo: string, what: string, part: number): Promise<void> {
  const { node, caller, merchantId } = stage;
  const ref = { merchantId, orderId: (await rowOf(orderNo)).id };
  const { amount, final } = parts[part] as { amount?: number; final?: boolean };
  const asked = { amount: amount ? money(BigInt(amount), "USD") : null, ...(final === undefined ? {} : { final }) };
  await transact(node, caller, async (ctx) => {
    if (what === "capture") await beginCapture(ctx, ref, asked);
    else await beginPayment(node, ctx, ref, { method: "card", card: testCard("001", { expYear: lastYear }) });
  }).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
}

/** What calls and notifications asked for is done by the stage, as soon as time passes. */
async function handJobsOver(): Promise<void> {
  for (const { jobs, platform } of [stage.app, second])
    for (const job of jobs.splice(0)) await stage.node.enqueue(platform.db, job);
}

/** What the gateway holds for an order is what its attempt reserved, where that is still to be captured, and nothing else. */
async function expectNothingElseReserved(orderNo: string): Promise<void> {
  const order = await rowOf(orderNo);
  const wanted = order.awaitingReason === "capture" ? await stage.attempts(order) : [];
  const ids = wanted.filter(({ status }) => status === "authorized").map((one) => one.upstreamAttemptId);
  expect((await standing(orderNo, "authorized")).map(({ id }) => id)).toEqual(ids);
}

/** Plays one life of an order; answers its number. */
async function play(life: readonly Happening[], { card, under }: Birth): Promise<string> {
  await suffer(under);
  const told = post.received.length;
  const made = await ask(
    0,
    "/v1/orders",
    creation(card ? { captureMethod: "manual", paymentMethod: cardOf(card) } : {}),
  );
  await suffer();
  expect(made.status, made.text).toBe(200);
  const orderNo: string = made.body.orderNo;
  const mark = randomUUID();
  const sent: Sent[] = [];
  let isDenied = false;
  const call = async (at: number, one: Sent): Promise<void> => {
    sent.push(one);
    const answer = await ask(at, one.path, one.body, one.key);
    expect(answer.status, answer.text).toBeLessThan(500);
  };
  for (const [at, event] of life.entries()) {
    const path = (verb: string) => `/v1/orders/${orderNo}/${verb}`;
    if (event.do === "confirm")
      await call(at, {
        path: path("confirm"),
        body: { paymentMethod: cardOf(cards[event.card] ?? "001") },
        key: `${mark}c${event.key}${event.card}`,
      });
    else if (event.do === "capture")
      await call(at, {
        path: path("capture"),
        body: parts[event.part] ?? {},
        key: `${mark}p${event.key}${event.part}`,
      });
    else if (event.do === "void" || event.do === "cancel")
      await call(at, { path: path(event.do), body: {}, key: `${mark}${event.do}${event.key}` });
    else if (event.do === "again") {
      const one = sent[event.which % Math.max(1, sent.length)];
      // Both nodes at once, as a nervous client does.
      if (one) await Promise.all([call(at, one), call(at + 1, one)]);
    } else if (event.do === "gateway") await suffer(event.name);
    else if (event.do === "time") await stage.pass(event.seconds);
    else if (event.do === "notify") await notify(event.which, event.times, told);
    else if (event.do === "payer") await comeBack(orderNo, event.which);
    else if (event.do === "hand") await takeByHand(orderNo, event);
    else if (event.do === "crash") await crash(orderNo, event.in, event.part);
    else if (event.do === "deny" && !isDenied) {
      // Once in a life: of several at the same time nobody could tell which of them the gateway made.
      isDenied = true;
      await suffer("deny_captures");
      await call(at, { path: path("capture"), body: parts[event.part] ?? {}, key: `${mark}d` });
      await suffer();
    }
    await handJobsOver();
  }
  await suffer();
  // The gateway tells of what was done last when its own time goes on, of card 501 a minute and a half later.
  for (const seconds of [60, 600]) {
    await stage.pass(seconds);
    // Told in the end at the latest: of a twin nothing is known but by that.
    for (const { body } of post.received.slice(told)) await post.deliver(body);
    await workOffNotifications(stage, new SeededRandom(1));
    await handJobsOver();
  }
  await stage.pass(48 * 3_600);
  // Long before a reservation runs out by itself.
  await expectNothingElseReserved(orderNo);
  // Beyond the life of every authorisation: what is left of one is asked after and given back.
  await stage.pass(8 * 86_400);
  return orderNo;
}

/** Lives that are played, the rare ones first. */
const lives = Number(process.env.COUNTINGHOUSE_LIVES ?? 40);

describe("any sequence of calls, repetitions, parts, voids, refusals, twins, older attempts, wrong amounts, lost answers, crashes, expiry and notifications", () => {
  test(`leaves gateway, order and books equal, and nothing reserved, in ${lives} sequences`, async () => {
    const life = fc.tuple(fc.array(happening, { minLength: 3, maxLength: 14 }), birth);
    await fc.assert(
      fc.asyncProperty(life, async ([happenings, begun]) => {
        const orderNo = await play(happenings, begun);
        expectEqual(await books(orderNo));
        const { payments } = await stage.simulator.book(orderNo);
        expect(payments.map(({ status }) => status)).not.toContain("authorized");
        expect((await rowOf(orderNo)).awaitingReason).not.toBe("capture");
      }),
      { numRuns: lives, endOnFailure: true, examples: rareLives.map((one) => [one]) },
    );
  }, 3_600_000);
});
