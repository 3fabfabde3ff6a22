import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildUser } from "../../../../test/people.ts";
import { publishRate } from "../../../../test/rates.ts";
import { refundsOn, violationsOf } from "../../../../test/refunds.ts";

let stage: OrderStage;
let operator: TestClient;
const { person } = duesOn(() => stage);
const { add } = refundsOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  await stage.pay("001", { amount: money(50_000n, "USD") });
});
beforeEach(() => {
  operator = person(101);
});
afterAll(() => stage?.close());

const refund = async (order: Parameters<typeof add>[0]): Promise<string> =>
  ((await add(order, 3_000)).result as { readonly id: string }).id;

test("what a gateway gives nothing back of, since the rest is still reserved, ends at once and may be asked for later", async () => {
  const order = await stage.pay("001", { captureMethod: "manual" });
  await stage.take(order, { amount: money(3_000n, "USD"), final: false });
  const id = await refund(order);
  await stage.pass(60);
  expect(await operator.call(orderRefund, "detail", { id })).toMatchObject({
    status: "failed",
    attempts: 1,
    failureCode: "declined",
    failureMessage: "Only a captured payment can be refunded.",
  });
  expect(await stage.read(order)).toMatchObject({ refundStatus: "none" });
  await stage.take(order, { amount: money(7_000n, "USD"), final: true });
  const again = await refund(order);
  for (let round = 0; round < 3; round += 1) await stage.pass(60);
  expect(await operator.call(orderRefund, "detail", { id: again })).toMatchObject({ status: "succeeded" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

describe("a refund above the limit", () => {
  test("of the person who asks takes a second one below the limit of all, also in parts; another person's does not", async () => {
    const { place, app } = stage;
    const userId = await buildUser(app, place);
    await app.platform.db.updateTable("users").set({ refundLimit: 50 }).where("id", "=", userId).execute();
    const limited = app.as(actor({ ...place, userId, provenAt: app.clock.now() }));
    const order = await stage.pay("001");
    const part = async (by: TestClient, amount: string) => {
      const asked = { orderId: order.id, amount };
      const { reviewCause } = await by.call(orderRefund, "preview", asked);
      const { status } = await by.call(orderRefund, "add", { ...asked, reason: "duplicate" });
      return [status, reviewCause];
    };
    expect(await part(limited, "3000")).toEqual(["created", null]);
    expect(await part(limited, "3000")).toEqual(["review", "above_own_limit"]);
    expect(await part(operator, "3000")).toEqual(["created", null]);
  });

  test("of a server is approved while its key may refund, and by nobody whose key somebody took out of the row", async () => {
    const { db } = stage.app.platform;
    const asked = async (key: string) => {
      const { orderNo } = await stage.pay("001", { amount: money(200_000n, "USD") });
      const headers = { "idempotency-key": key };
      const { body } = await stage.shop.send("POST", "/v1/refunds", { body: { orderNo, amount: 150_000 }, headers });
      return db.selectFrom("orderRefunds").selectAll().where("refundNo", "=", body.refundNo).executeTakeFirstOrThrow();
    };
    const approve = ({ id, version }: { readonly id: string; readonly version: number }) =>
      person(102).send(orderRefund, "approve", { id, version });
    const sound = await asked("k-1");
    expect(sound.status).toBe("review");
    expect(await approve(sound)).toMatchObject({ status: 200 });
    const altered = await asked("k-2");
    await db.updateTable("orderRefunds").set({ appKey: null }).where("id", "=", altered.id).execute();
    expect((await approve(altered)).bizCode).toBe("platform.askerGone");
  });

  test("of which nobody knows what it is in US dollars now says so", async () => {
    await publishRate(stage.app, "1.1");
    const order = await stage.pay("001", { amount: money(10_000n, "EUR") });
    const asked = { orderId: order.id, amount: "3000" };
    expect(await operator.call(orderRefund, "preview", asked)).toMatchObject({ reviewCause: null });
    await stage.pass(10 * 86_400);
    expect(await operator.call(orderRefund, "preview", asked)).toMatchObject({ reviewCause: "no_rate" });
    expect(await operator.call(orderRefund, "add", { ...asked, reason: "duplicate" })).toMatchObject({
      status: "review",
    });
  });
});
