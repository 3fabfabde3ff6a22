import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";
import { connectorOf } from "../../gateways/connector/index.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { cancelOrder, confirmOrder, sendRelease, voidOrder } from "../order-processing/index.ts";

let stage: OrderStage;
/** What the next call to a gateway does in place of being made. */
let mishap: "before" | "after" | null = null;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const ref = (order: { readonly id: string }) => ({ merchantId: stage.merchantId, orderId: order.id });
const usd = (minor: number) => money(BigInt(minor), "USD");
const reserve = () => stage.pay("001", { captureMethod: "manual" });
const outcomeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

describe("coinOrder, made", () => {
  test("is the same one when asked for again in the same words, and refused in others", async () => {
    const merchantOrderNo = unique("A-");
    const [first, second] = await Promise.all([1, 2].map(() => stage.create({ merchantOrderNo })));
    expect(second?.id).toBe(first?.id);
    expect(await outcomeOf(stage.create({ merchantOrderNo, amount: usd(10_001) }))).toBe(
      "coinOrder.duplicateMerchantOrder",
    );
  });

  test("is refused where the items come to something else", async () => {
    const items = [{ sku: null, name: "Pen", quantity: 2, unitAmount: usd(100), amount: usd(200) }];
    expect(await outcomeOf(stage.create({ items }))).toBe("coinOrder.itemsDiffer");
  });

  test("is refused for a type that the merchant does not offer", async () => {
    expect(await outcomeOf(stage.create({ paymentType: "moto" }))).toBe("coinOrder.typeNotOffered");
  });
});

describe("coinOrder, confirmed", () => {
  test("by fifty at the same moment has one attempt and is paid once", async () => {
    const order = await stage.create();
    const results = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(stage.confirm(order))));
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    for (const result of results)
      expect(["done", "coinOrder.attemptInFlight", "coinOrder.invalidStateTransition"]).toContain(result);
    expect(await stage.attempts(order)).toHaveLength(1);
    expect((await stage.booked(order)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
  }, 60_000);

  test("is refused after its time, after its tries, and for a card that is none", async () => {
    const order = await stage.create();
    expect(await outcomeOf(stage.confirm(order, { card: { ...testCard("001"), number: "4008400010000005" } }))).toBe(
      "coinOrder.cardMalformed",
    );
    for (let index = 0; index < 5; index += 1) await stage.confirm(order, { card: testCard("101") });
    expect((await stage.read(order)).status).toBe("failed");
    expect(await outcomeOf(stage.confirm(order))).toBe("coinOrder.invalidStateTransition");
  }, 60_000);

  test("says why where no account takes the payment", async () => {
    const order = await stage.create({ amount: money(10_000n, "KWD") });
    expect(await outcomeOf(stage.confirm(order))).toBe("coinOrder.noRoute");
    expect((await stage.read(order)).status).toBe("created");
  });
});

describe("coinOrder.capture", () => {
  test("takes a part, books it alone, and is refused twice", async () => {
    const order = await reserve();
    expect(order).toMatchObject({ status: "awaiting", awaitingReason: "capture", capturedAmount: "0" });
    expect(await stage.booked(order)).toEqual([]);
    expect(await outcomeOf(stage.take(order, { amount: usd(10_001) }))).toBe("coinOrder.captureExceedsAuthorized");
    await stage.take(order, { amount: usd(3_000) });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "3000", feeAmount: "117" });
    expect(await outcomeOf(stage.take(order, {}))).toBe("coinOrder.invalidStateTransition");
  }, 60_000);

  test("leaves a rest for later only where the gateway captures a payment more than once", async () => {
    const inParts = { amount: usd(3_000), final: false };
    const order = await reserve();
    const operator = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
    const abilities = async () => (await operator.call(coinOrder, "detail", { id: order.id })).abilities;
    expect(await abilities()).toMatchObject({ capture: true, captureInParts: true });
    await stage.app.platform.db
      .updateTable("upstreamGateways")
      .set({ capabilities: sql`array_remove(capabilities, 'multi_capture')` })
      .execute();
    expect(await abilities()).toMatchObject({ capture: true, captureInParts: false });
    const before = [await stage.read(order), await stage.attempts(order)];
    expect(await outcomeOf(stage.take(order, inParts))).toBe("coinOrder.singleCaptureOnly");
    expect(await operator.send(coinOrder, "capture", { id: order.id, amount: "3000", final: false })).toMatchObject({
      status: 422,
      bizCode: "coinOrder.singleCaptureOnly",
      body: { extras: { fields: [{ field: "final" }] } },
    });
    expect([await stage.read(order), await stage.attempts(order)]).toEqual(before);
    await stage.app.platform.db
      .updateTable("upstreamGateways")
      .set({ capabilities: sql`array_append(capabilities, 'multi_capture')` })
      .execute();
    await stage.take(order, inParts);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "3000" });
  }, 60_000);

  test("and void at the same moment end with one of them, and the books say which", async () => {
    const order = await reserve();
    const results = await Promise.all([
      outcomeOf(stage.take(order, {})),
      outcomeOf(voidOrder(stage.node, stage.caller, ref(order), "changed mind")),
    ]);
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    const { status } = await stage.read(order);
    expect(["paid", "canceled"]).toContain(status);
    expect((await stage.booked(order)).length > 0).toBe(status === "paid");
  }, 60_000);

  test("is sent by a job when an operator asks for it", async () => {
    const order = await reserve();
    const operator = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
    await operator.call(coinOrder, "capture", { id: order.id, version: order.version });
    expect(await stage.read(order)).toMatchObject({ status: "pending" });
    expect(stage.app.jobs.map(({ queue }) => queue)).toContain("order.capture");
  });
});

describe("coinOrder.reveal", () => {
  test("tells what is masked elsewhere, after a fresh factor, and leaves a line in the audit trail", async () => {
    const { app, place, merchantId } = stage;
    const order = await stage.pay("001");
    const who = actor({ tenantId: place.tenantId, orgId: place.orgId, userId: 4_711, provenAt: app.clock.now() });
    const read = app.as(who);
    expect(await read.call(coinOrder, "detail", { id: order.id })).toMatchObject({ email: "a***@example.com" });
    const { items } = await read.call(coinOrder, "page", { merchantId: [merchantId], mode: "test" });
    expect(items.find(({ id }) => id === order.id)).toMatchObject({ email: "a***@example.com" });
    const stale = app.as({ ...who, provenAt: null });
    expect(await stale.send(coinOrder, "reveal", { id: order.id })).toMatchObject({
      bizCode: "platform.stepUpRequired",
    });
    expect(await read.call(coinOrder, "reveal", { id: order.id })).toMatchObject({ email: "ada@example.com" });
    const trail = await app.platform.db
      .selectFrom("auditEntries")
      .select(["operation", "input", "changes"])
      .where("actorId", "=", 4_711)
      .where("operation", "=", "coinOrder.reveal")
      .execute();
    const { name: owner } = await app.platform.db
      .selectFrom("merchants")
      .select("name")
      .where("id", "=", merchantId)
      .executeTakeFirstOrThrow();
    const shown = { table: "coinOrders", id: order.id, before: null, after: { number: order.orderNo, owner } };
    expect(trail).toMatchObject([{ input: { id: order.id }, changes: [{ ...shown, isRead: true }] }]);
    expect(JSON.stringify(trail)).not.toContain("ada@example.com");
  });
});

describe("coinOrder.export and paymentAttempt.export", () => {
  test("hold the live book alone unless the other one is asked for, as the lists do", async () => {
    const { tenantId, orgId } = stage.place;
    const holdsOf = async (resource: typeof coinOrder | typeof paymentAttempt, filter: object) => {
      const operator = stage.app.as(actor({ tenantId, orgId }));
      const input = { format: "csv" as const, columns: ["id"], filter };
      const { jobId } = await operator.call(resource as typeof coinOrder, "export", input);
      const run = await stage.app.platform.db
        .selectFrom("jobRuns")
        .select("input")
        .where("id", "=", jobId)
        .executeTakeFirstOrThrow();
      return run.input;
    };
    for (const resource of [coinOrder, paymentAttempt]) {
      expect(await holdsOf(resource, {})).toMatchObject({ filter: { mode: "live" } });
      expect(await holdsOf(resource, { mode: "test" })).toMatchObject({ filter: { mode: "test" } });
    }
  });
});

describe("coinOrder.void", () => {
  test("releases a reservation and books nothing", async () => {
    const order = await reserve();
    await voidOrder(stage.node, stage.caller, ref(order), "out of stock");
    expect(await stage.read(order)).toMatchObject({ status: "canceled", capturedAmount: "0" });
    expect(await stage.booked(order)).toEqual([]);
  });
});

describe("coinOrder.void by an operator", () => {
  test("is said to be asked for until the worker did it, and nothing can be captured meanwhile", async () => {
    const order = await reserve();
    const operator = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
    const detail = () => operator.call(coinOrder, "detail", { id: order.id });
    expect(await detail()).toMatchObject({ abilities: { capture: true }, attempts: [{ isReleaseAsked: false }] });
    await operator.call(coinOrder, "void", { id: order.id, reason: "out of stock" });
    expect(await detail()).toMatchObject({
      abilities: { capture: false },
      attempts: [{ status: "authorized", isReleaseAsked: true }],
    });
    await sendRelease(stage.node, stage.caller, stage.app.jobs.at(-1)?.data as never);
    expect(await detail()).toMatchObject({ status: "canceled", attempts: [{ status: "voided" }] });
  });
});

describe("coinOrder.cancel", () => {
  test("calls off what is not paid, and nothing that is", async () => {
    const order = await stage.create();
    await cancelOrder(stage.node, stage.caller, ref(order), { by: "reasonMerchant" });
    expect(await stage.read(order)).toMatchObject({ status: "canceled" });
    const paid = await stage.pay("001");
    expect(await outcomeOf(cancelOrder(stage.node, stage.caller, ref(paid), { by: "reasonMerchant" }))).toBe(
      "coinOrder.invalidStateTransition",
    );
    const pending = await stage.pay("003");
    expect(await outcomeOf(cancelOrder(stage.node, stage.caller, ref(pending), { by: "reasonMerchant" }))).toBe(
      "coinOrder.attemptInFlight",
    );
  });
});

describe("coinOrder.timeline", () => {
  test("tells a merchant what an operator did, and not who it was and why", async () => {
    const order = await stage.create();
    const { tenantId, orgId } = stage.place;
    const operator = stage.app.as(actor({ tenantId, orgId, realName: "Olga Stern" }));
    await operator.call(coinOrder, "cancel", { id: order.id, reason: "Looks like fraud" });
    await operator.call(coinOrder, "addNote", { id: order.id, text: "Please call us", visibility: "all" });
    const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] } as const;
    const merchant = stage.app.as(actor({ tenantId, orgId, scope }));
    const story = async (who: typeof operator) =>
      (await who.call(coinOrder, "timeline", { id: order.id })).map(({ title, actorType, actorName, detail }) => ({
        title,
        by: actorName ?? actorType,
        text: detail.text,
      }));
    expect((await story(operator)).slice(-2)).toEqual([
      { title: "eventOrderCanceled", by: "Olga Stern", text: "Looks like fraud" },
      { title: "eventNote", by: "Olga Stern", text: "Please call us" },
    ]);
    expect((await story(merchant)).slice(-2)).toEqual([
      { title: "eventOrderCanceled", by: "operator", text: undefined },
      { title: "eventNote", by: "operator", text: "Please call us" },
    ]);
  });
});

describe("coinOrder, when a process dies", () => {
  test.each(["before", "after"] as const)(
    "%s the gateway was called, is put right by asking",
    async (when) => {
      mishap = when;
      const dying: typeof stage.node = {
        ...stage.node,
        connectorOf: (code) => {
          const real = connectorOf(code);
          return {
            ...real,
            pay: async (account, call) => {
              if (mishap === "after") await real.pay(account, call);
              throw new Error("killed");
            },
          };
        },
      };
      const order = await stage.create();
      const lost = await confirmOrder(dying, stage.caller, ref(order), { method: "card", card: testCard("001") });
      expect(lost.status).toBe("pending");
      mishap = null;
      await stage.app.platform.db
        .updateTable("paymentAttempts")
        .set({ status: "submitting" })
        .where("merchantId", "=", stage.merchantId)
        .where("orderId", "=", order.id)
        .execute();
      expect(await outcomeOf(stage.confirm(order))).toBe("coinOrder.attemptInFlight");
      await stage.pass(150);
      if (when === "after") expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
      else {
        expect((await stage.confirm(order)).status).toBe("paid");
        expect((await stage.attempts(order)).map(({ status }) => status)).toEqual(["error", "captured"]);
      }
      expect((await stage.booked(order)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
    },
    60_000,
  );
});

describe("coinOrder, told by notifications", () => {
  test("ends alike whatever is said how often and in which order, and ignores what belongs to another account", async () => {
    const order = await stage.pay("201");
    const [attempt] = await stage.attempts(order);
    const { attemptNo, upstreamAttemptId } = attempt as unknown as { attemptNo: string; upstreamAttemptId: string };
    const base = {
      upstreamIntentId: null,
      upstreamAttemptId,
      transactionNo: upstreamAttemptId,
      amount: usd(10_000),
      capturedAmount: usd(10_000),
      refundedAmount: null,
      captures: null,
      arn: null,
      credential: null,
      authCode: null,
      avs: null,
      cvc: null,
      threeDs: null,
      card: null,
      exchanges: [],
    };
    const later = new Date(stage.node.clock.now().getTime() + 60_000).toISOString();
    const pending = { ...base, kind: "pending", occurredAt: stage.node.clock.now().toISOString() } as const;
    const captured = { ...base, kind: "captured", capturedAmount: usd(10_000), occurredAt: later } as const;
    const tell = (outcome: typeof pending | typeof captured, gatewayAccountId = stage.accounts.main) =>
      applyNotification(stage.node, {
        gatewayAccountId,
        eventId: unique("e"),
        eventType: "payment",
        occurredAt: outcome.occurredAt,
        facts: [
          { subject: "payment", orderNo: order.orderNo, attemptNo, merchantId: null, upstreamSeq: null, outcome },
        ],
      });
    expect(await tell(captured, stage.accounts.backup)).toBe("unknown_object");
    const results = await Promise.all([tell(captured), tell(pending), tell(captured), tell(captured)]);
    expect(results).toContain("processed");
    expect(await tell(pending)).toBe("ignored");
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect((await stage.booked(order)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
  }, 60_000);
});

describe("coinOrder, whose time has passed", () => {
  test("is closed, and its reservation given back", async () => {
    const open = await stage.create();
    const reserved = await reserve();
    await stage.pass(8 * 86_400);
    expect(await stage.read(open)).toMatchObject({ status: "canceled" });
    expect(await stage.read(reserved)).toMatchObject({ status: "canceled", failureCode: "authorization_expired" });
    expect((await stage.simulator.book(reserved.orderNo)).payments[0]?.status).not.toBe("captured");
  }, 60_000);
});

describe("what is kept of orders", () => {
  test("tells each order's story without gaps, by steps that the lifecycle has", async () => {
    const { rows } = await sql<{ gaps: number }>`
      SELECT count(*) AS gaps FROM (
        SELECT seq - lag(seq, 1, 0) OVER (PARTITION BY merchant_id, order_id ORDER BY seq) AS step FROM order_timeline
      ) steps WHERE step <> 1`.execute(stage.app.platform.db);
    expect(Number(rows[0]?.gaps)).toBe(0);
  });

  test("holds no card number anywhere in the database", async () => {
    const tables = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`.execute(
      stage.app.platform.db,
    );
    const number = testCard("001").number;
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ found: number }>`
        SELECT count(*) AS found FROM ${sql.table(name)} t WHERE t::text LIKE ${`%${number}%`}`
        .execute(stage.app.platform.db)
        .catch(() => ({ rows: [{ found: 0 }] }));
      expect([name, Number(rows[0]?.found)]).toEqual([name, 0]);
    }
  });

  test("leaves every currency of the books in balance", async () => {
    const { rows } = await sql<{ currency: string; sum: string }>`
      SELECT o.currency, sum(o.captured_amount)::text AS sum FROM coin_orders o GROUP BY 1`.execute(
      stage.app.platform.db,
    );
    const booked = await sql<{ currency: string; sum: string }>`
      SELECT p.currency, sum(p.amount)::text AS sum FROM ledger_postings p
        JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
       WHERE j.event = 'J01' GROUP BY 1`.execute(stage.app.platform.db);
    expect(booked.rows.find(({ currency }) => currency === "USD")).toEqual(
      rows.find(({ currency }) => currency === "USD"),
    );
  });
});
