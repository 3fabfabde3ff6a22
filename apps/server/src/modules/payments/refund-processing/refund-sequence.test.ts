import { openRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { type RefundRow, refOf } from "../refund-record/index.ts";
import { askRefund, requestRefund, sendRefund } from "./index.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";

/**
 * What goes wrong with the next call for a refund: its answer is lost, it never leaves, the process dies, or the gateway
 * makes it and says that it failed.
 */
type Trouble = "none" | "lost" | "unsent" | "crash" | "denied";
let trouble: Trouble = "none";
let stage: OrderStage;

const lost = {
  kind: "unknown",
  reason: "timeout",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
} as const;

/** The simulator's connector, with trouble on the way. */
const troubled = (code: string): Connector => {
  const real = connectorOf(code);
  return {
    ...real,
    refund: async (account, call) => {
      const now = trouble;
      trouble = "none";
      if (now === "unsent") return lost;
      const answer = await real.refund(account, call);
      if (now === "denied") return { kind: "refused", upstreamCode: "declined", upstreamMessage: null, exchanges: [] };
      return now === "lost" ? lost : answer;
    },
  };
};

beforeAll(async () => {
  stage = await buildOrderStage({ connect: troubled });
  for (let more = 0; more < 4; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

type Step =
  | { readonly do: "ask"; readonly minor: number; readonly trouble: Trouble; readonly times: number }
  | { readonly do: "pass"; readonly seconds: number }
  | { readonly do: "tell"; readonly place: number }
  | { readonly do: "decide"; readonly place: number; readonly as: "approve" | "reject" };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("ask" as const),
    minor: fc.integer({ min: 1, max: 6_000 }),
    trouble: fc.constantFrom<Trouble>("none", "none", "lost", "unsent", "crash", "denied"),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant("pass" as const), seconds: fc.constantFrom(3, 40, 600) }),
  fc.record({ do: fc.constant("tell" as const), place: fc.integer({ min: 0, max: 3 }) }),
  fc.record({
    do: fc.constant("decide" as const),
    place: fc.integer({ min: 0, max: 5 }),
    as: fc.constantFrom("approve" as const, "reject" as const),
  }),
);

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

const rowsOf = (order: Order) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("orderId", "=", order.id).orderBy("id").execute();

const person = () => stage.app.as(actor({ ...stage.place, userId: 101, provenAt: stage.app.clock.now() }));

/** The second person's word on a refund that waits for one. */
async function decide(row: RefundRow | undefined, as: "approve" | "reject"): Promise<void> {
  if (row?.status !== "review") return;
  const naming = { id: row.id, version: row.version };
  if (as === "approve") await person().call(orderRefund, "approve", naming);
  else await person().call(orderRefund, "reject", { ...naming, reason: "Asked for twice" });
}

async function run(order: Order, step: Step): Promise<void> {
  const { node, caller, merchantId } = stage;
  if (step.do === "pass") return stage.pass(step.seconds);
  if (step.do === "decide") return decide((await rowsOf(order))[step.place], step.as);
  if (step.do === "tell") {
    const row = (await rowsOf(order))[step.place];
    if (!row?.upstreamRefundId) return;
    // What the gateway says of it now, told unasked and twice.
    const account = { upstreamRefundId: row.upstreamRefundId, upstreamAttemptId: null, arn: null, failureCode: null };
    const outcome = { ...account, kind: "pending" as const, amount: money(BigInt(row.amount), "USD"), exchanges: [] };
    for (const eventId of ["evt_1", "evt_1"])
      await applyNotification(node, {
        gatewayAccountId: row.gatewayAccountId,
        eventId,
        eventType: "refund.processing",
        occurredAt: node.clock.now().toISOString(),
        facts: [
          {
            subject: "refund",
            refundNo: row.refundNo,
            upstreamSeq: 1,
            outcome: { ...outcome, occurredAt: node.clock.now().toISOString() },
          },
        ],
      });
    return;
  }
  const asked = { amount: money(BigInt(step.minor), "USD"), reason: "duplicate" as const };
  const made = await transact(node, caller, (ctx) =>
    requestRefund(ctx, { merchantId, orderId: order.id }, asked),
  ).catch(() => undefined);
  if (made?.status !== "created" || step.trouble === "crash") return;
  trouble = step.trouble;
  for (let time = 0; time < step.times; time += 1) await sendRefund(node, caller, refOf(made));
  trouble = "none";
}

async function askFailed(order: Order): Promise<void> {
  for (const row of await rowsOf(order))
    if (row.status === "failed") await askRefund(stage.node, stage.caller, refOf(row));
}

/** How many sequences a run takes; `REFUND_SEQUENCES` asks for more. */
const numRuns = Number(process.env.REFUND_SEQUENCES ?? 12);

test(
  "any sequence of refunds, repetitions, lost answers and crashes leaves gateway, order and books equal",
  async () => {
    const known = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 8 }), async (sequence) => {
        trouble = "none";
        const order = await stage.pay("001");
        for (const step of sequence) await run(order, step);
        // What was refused and made all the same is found out while another one holds its place, and when none does.
        await askFailed(order);
        for (const row of await rowsOf(order)) await decide(row, "reject");
        for (let round = 0; round < 4; round += 1) await stage.pass(1_800);
        await askFailed(order);
        const rows = await rowsOf(order);
        expect(rows.filter(({ status }) => openRefundStates.includes(status))).toEqual([]);
        const paid = rows.filter(({ status }) => status === "succeeded");
        const sum = paid.reduce((total, { amount }) => total + BigInt(amount), 0n);
        const { payments } = await stage.simulator.book(order.orderNo);
        const there = payments[0] as unknown as { readonly refundedAmount: string | number };
        expect(BigInt(there.refundedAmount)).toBe(sum);
        expect(await stage.read(order)).toMatchObject({ refundedAmount: String(sum) });
        expect(sum <= 10_000n).toBe(true);
        // Only this order's: that of an earlier sequence would stand there still, and shrinking would tell nothing.
        expect(await violationsOf(stage, known)).toEqual([]);
        // Each sequence has a day of its own.
        await stage.pass(86_400);
      }),
      { numRuns },
    );
  },
  20_000 * numRuns,
);

test("a refund that succeeds after all, when another one took its place, is booked: what is too much stands in suspense", async () => {
  const { node, caller, merchantId } = stage;
  const order = await stage.pay("001");
  const add = (retryOf: string | null) =>
    transact(node, caller, async (ctx) => {
      const asked = { amount: money(6_000n, "USD"), reason: "duplicate" as const, isOurs: true, retryOf };
      return requestRefund(ctx, { merchantId, orderId: order.id }, asked);
    });
  const sent = async (retryOf: string | null) => {
    const made = await add(retryOf);
    trouble = "unsent";
    await sendRefund(node, caller, refOf(made));
    return made;
  };
  const say = (made: Awaited<ReturnType<typeof add>>, kind: "failed" | "succeeded" | "reversed") => {
    const timeline = { upstreamRefundId: `re_${made.id}`, arn: null, failureCode: null, amount: money(6_000n, "USD") };
    const report = { ...timeline, kind, exchanges: [] } as unknown as ReportedRefund;
    return transact(node, caller, (ctx) => applyRefund(ctx, refOf(made), report, "query"));
  };
  const first = await sent(null);
  await say(first, "failed");
  const late = await sent(first.refundNo);
  await say(late, "failed");
  const again = await sent(first.refundNo);
  await say(again, "succeeded");
  for (const _time of [1, 2]) await say(late, "succeeded");
  const rows = new Map((await rowsOf(order)).map((row) => [row.id, row]));
  expect([first, late, again].map(({ id }) => rows.get(id))).toMatchObject([
    { status: "failed" },
    { status: "succeeded", amount: "6000", settleAmount: "4000", parts: [{ amount: "4000" }], retryOf: null },
    { status: "succeeded", amount: "6000", settleAmount: "6000", retryOf: first.refundNo },
  ]);
  // The gateway says that it paid 12000: 10000 are the order's, and 2000 beyond what was captured stay in view.
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "10000", refundStatus: "full" });
  const booked = await stage.booked(order);
  expect(booked.filter((line) => line.startsWith("J62"))).toEqual([expect.stringContaining("recon_suspense")]);
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 4000 6000"]);
  const alarms = stage.app.platform.db.selectFrom("eventExceptions").select("id");
  expect(await alarms.where("eventType", "=", "refund.beyondCaptured").execute()).toHaveLength(1);
  const person = stage.app.as(actor({ ...stage.place, userId: 101, provenAt: stage.app.clock.now() }));
  const inSuspense = () => person.call(orderRefund, "page", { mode: "test", inSuspense: true });
  const [standing, ...others] = (await inSuspense()).items;
  expect([others, standing]).toMatchObject([
    [],
    { id: late.id, excessAmount: "2000", abilities: { resolveExcess: true } },
  ]);
  const naming = { id: late.id, version: standing?.version ?? 0, note: "The gateway keeps it" };
  await person.call(orderRefund, "resolveExcess", { ...naming, cause: "goodwill" });
  expect((await inSuspense()).items).toEqual([]);
  expect((await stage.booked(order)).filter((line) => line.startsWith("J63"))).toEqual([
    expect.stringContaining("goodwill"),
  ]);
  expect(await violationsOf(stage)).toEqual([]);
  const { version } = await person.call(orderRefund, "detail", { id: late.id });
  expect((await person.send(orderRefund, "resolveExcess", { ...naming, version, cause: "loss" })).bizCode).toBe(
    "orderRefund.nothingInSuspense",
  );
  await say(late, "reversed");
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "6000", refundStatus: "partial" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
