import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsOf } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["create"]>>;

const reserve = async (minor: bigint) =>
  stage.confirm(await stage.create({ captureMethod: "manual", amount: money(minor, "USD") }));
const atGateway = async ({ orderNo }: Order) =>
  (await stage.simulator.book(orderNo)).payments.map(({ status }) => status);
const attemptOf = ({ id }: Order) =>
  stage.app.platform.db.selectFrom("paymentAttempts").selectAll().where("orderId", "=", id).executeTakeFirstOrThrow();
const alarmsOf = ({ id }: Order) =>
  stage.app.platform.db
    .selectFrom("eventExceptionItems")
    .select(["eventType", "level"])
    .where("objectId", "=", id)
    .where("eventType", "=", "attempt.altered")
    .execute();

/** Two reservations, each with the numbers that the gateway gave the other. */
async function swapped() {
  const [one, other] = [await reserve(10_000n), await reserve(10_000n)];
  const [first, second] = [await attemptOf(one), await attemptOf(other)];
  const write = async (
    order: Order,
    { upstreamIntentId = null as string | null, upstreamAttemptId = null as string | null },
  ) =>
    stage.app.platform.db
      .updateTable("paymentAttempts")
      .set({ upstreamIntentId, upstreamAttemptId })
      .where("orderId", "=", order.id)
      .execute();
  await write(other, {});
  await write(one, second);
  await write(other, first);
  return {
    one,
    other,
    attemptId: first.id,
    restore: async () => {
      await write(one, {});
      await write(other, second);
      await write(one, first);
    },
  };
}

describe("a reservation with the numbers of another order's", () => {
  test("is not captured: its order stays as it is, people are told, and verification names it", async () => {
    const { one, other, attemptId, restore } = await swapped();
    await stage.take(one, {}).catch(() => undefined);
    expect([await atGateway(one), await atGateway(other)]).toEqual([["authorized"], ["authorized"]]);
    expect(await stage.read(one)).toMatchObject({ capturedAmount: "0" });
    expect(await alarmsOf(one)).toEqual([{ eventType: "attempt.altered", level: "critical" }]);
    const found = await findingsOf(stage.app, stage.merchantId, { book: "test" });
    expect(found).toContainEqual(expect.objectContaining({ law: "sealed", table: "payment_attempts", key: attemptId }));
    await restore();
    await stage.take(one, {});
    expect(await stage.read(one)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect([await atGateway(one), await atGateway(other)]).toEqual([["captured"], ["authorized"]]);
    expect(await findingsOf(stage.app, stage.merchantId, { book: "test" })).toEqual([]);
  }, 60_000);

  test.each(["void", "capture"])(
    "is refused to whoever asks for its %s, as the document says, and alarms",
    async (what) => {
      const { one, restore } = await swapped();
      const asked = { body: {}, key: `altered-${what}` };
      const { status, body } = await stage.shop.send("POST", `/v1/orders/${one.orderNo}/${what}`, asked);
      expect([status, body.bizCode]).toEqual([409, "altered"]);
      expect(await alarmsOf(one)).toEqual([{ eventType: "attempt.altered", level: "critical" }]);
      expect(await stage.read(one)).toMatchObject({
        status: "awaiting",
        awaitingReason: "capture",
        capturedAmount: "0",
      });
      await restore();
      // The key was given back: what is explained may be asked for again.
      expect((await stage.shop.send("POST", `/v1/orders/${one.orderNo}/${what}`, asked)).status).toBe(200);
    },
    60_000,
  );

  test("is not released, neither asked for nor by its time", async () => {
    const { one, other } = await swapped();
    await stage.pass(8 * 86_400);
    expect((await stage.attempts(one)).map(({ status }) => status)).toEqual(["authorized"]);
    expect(await alarmsOf(one)).not.toEqual([]);
    expect([await stage.read(one), await stage.read(other)]).toMatchObject([
      { capturedAmount: "0" },
      { capturedAmount: "0" },
    ]);
  }, 60_000);
});
