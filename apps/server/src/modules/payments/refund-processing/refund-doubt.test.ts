import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restInvariants } from "../../../../../../tools/faults/invariants.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";
import { refOf } from "../refund-record/index.ts";
import { askRefund, sendRefund } from "./index.ts";
import { followRefund } from "./refund-call.service.ts";
import { applyRefund } from "./refund-outcome.service.ts";

let stage: OrderStage;
const { person } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const over = (parts: (real: Connector) => Partial<Connector>): OrderStage["node"] => ({
  ...stage.node,
  connectorOf: (code) => {
    const real = connectorOf(code);
    return { ...real, ...parts(real) };
  },
});

const add = async (minor: number) => {
  const order = await stage.pay("001");
  const asked = { orderId: order.id, amount: String(minor), reason: "duplicate" } as const;
  const { id } = await person(101).call(orderRefund, "add", asked);
  return { order, id };
};

/** A gateway that makes a refund, and whose answer is lost. */
const lostAnswer = () =>
  over((real) => ({
    refund: async (account, call) => {
      await real.refund(account, call);
      return { kind: "unknown", reason: "timeout", upstreamIntentId: null, upstreamAttemptId: null, exchanges: [] };
    },
  }));

/** What a question comes to that was never asked: the account has too much to do, or cannot be opened. */
const notAsked = (code: "rate_limited" | "configuration_error") =>
  ({
    kind: "error",
    code,
    upstreamCode: "account_busy",
    upstreamMessage: null,
    retryAfter: null,
    upstreamIntentId: null,
    exchanges: [],
  }) as const;

test.each(["rate_limited", "configuration_error"] as const)(
  "a question that was not asked (%s) leaves in doubt what may have arrived",
  async (code) => {
    const { order, id } = await add(4_000);
    await sendRefund(lostAnswer(), stage.caller, refOf(await rowOf(id)));
    expect(await rowOf(id)).toMatchObject({ status: "processing", attempts: 1, doubts: 1 });
    await transact(stage.node, stage.caller, async (ctx) =>
      applyRefund(ctx, refOf(await rowOf(id)), notAsked(code), "query"),
    );
    // Whatever the gateway says of another send, the first one may have arrived.
    const refusing = over((real) => ({
      queryRefund: real.queryRefund,
      refund: async () => ({ kind: "refused", upstreamCode: "declined", upstreamMessage: null, exchanges: [] }),
    }));
    await followRefund(refusing, stage.caller, await rowOf(id));
    await stage.pass(86_400);
    const { payments } = await stage.simulator.book(order.orderNo);
    const gaveBack = (payments as unknown as readonly { refundedAmount: number | string }[]).map(({ refundedAmount }) =>
      Number(refundedAmount),
    );
    expect(gaveBack).toEqual([4_000]);
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  },
  60_000,
);

test("a refund that its gateway no longer knows is put on somebody after a day", async () => {
  const { id } = await add(4_000);
  await sendRefund(stage.node, stage.caller, refOf(await rowOf(id)));
  const { upstreamRefundId } = await rowOf(id);
  expect(upstreamRefundId).not.toBeNull();
  const forgetful = over(() => ({ queryRefund: async () => ({ kind: "not_found", exchanges: [] }) }));
  for (let time = 0; time < 14; time += 1) await askRefund(forgetful, stage.caller, refOf(await rowOf(id)));
  expect(await rowOf(id)).toMatchObject({ status: "processing", queryCount: 14 });
  const told = await stage.app.platform.db
    .selectFrom("eventExceptions")
    .select("eventType")
    .where("eventType", "like", "refund.%")
    .execute();
  expect(told).not.toEqual([]);
}, 60_000);

test("a refund that took a second person has each of its steps in the order's story", async () => {
  const { order } = await add(1_000);
  await setSetting(stage.app, "refund_review_above", "0");
  await person(101).call(orderRefund, "add", { orderId: order.id, amount: "500", reason: "duplicate" });
  const rows = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("orderId", "=", order.id)
    .execute();
  const reviewed = rows.find(({ status }) => status === "review");
  if (!reviewed) throw new Error("no refund takes a second person");
  await person(102).call(orderRefund, "approve", { id: reviewed.id, version: reviewed.version });
  await sendRefund(stage.node, stage.caller, refOf(reviewed));
  await stage.pass(120);
  await stage.pass(120);
  expect(await rowOf(reviewed.id)).toMatchObject({ status: "succeeded" });
  const steps = restInvariants.find(({ id: law }) => law === "I-6");
  const { rows: broken } = await sql.raw<{ broken: string }>(steps?.sql ?? "").execute(stage.app.platform.db);
  expect(broken).toEqual([]);
}, 60_000);
