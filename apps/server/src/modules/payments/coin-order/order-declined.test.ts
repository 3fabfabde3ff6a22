import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const reader = () => stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
const page = async (asked: object) =>
  (await reader().call(coinOrder, "page", { mode: "test", ...asked })).items.map(({ id }) => id);
const declinedCount = async () => (await reader().call(coinOrder, "statusCount", { mode: "test" })).declined;
const detail = (id: string) => reader().call(coinOrder, "detail", { id });

describe("an order whose last attempt was declined", () => {
  test("says so in list, filter and counters while it waits, and no more once it is paid", async () => {
    const before = await declinedCount();
    const order = await stage.pay("101");
    const other = await stage.create();
    expect(await detail(order.id)).toMatchObject({ status: "awaiting", awaitingReason: "retry", isDeclined: true });
    const found = await stage.app
      .as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }))
      .call(coinOrder, "find", { text: order.orderNo });
    expect(found).toMatchObject([{ id: order.id, isDeclined: true }]);
    expect(await page({ isDeclined: true })).toContain(order.id);
    expect(await page({ isDeclined: false })).not.toContain(order.id);
    expect(await page({ isDeclined: false })).toContain(other.id);
    expect(await declinedCount()).toEqual({ count: before.count + 1, isExact: true });
    await stage.confirm(order, { card: testCard("001") });
    expect(await detail(order.id)).toMatchObject({ status: "paid", isDeclined: false });
    expect(await declinedCount()).toEqual(before);
  });

  test("still says so when its time has passed; one that nobody tried does not", async () => {
    const declined = await stage.pay("101");
    const untried = await stage.create();
    await stage.pass(8 * 86_400);
    expect(await detail(declined.id)).toMatchObject({
      status: "canceled",
      isDeclined: true,
      failureCode: "insufficient_funds",
    });
    expect(await detail(untried.id)).toMatchObject({ status: "canceled", isDeclined: false });
  }, 60_000);

  test("is not meant where a reservation was let lapse", async () => {
    const reserved = await stage.pay("001", { captureMethod: "manual" });
    await stage.pass(8 * 86_400);
    expect(await detail(reserved.id)).toMatchObject({ failureCode: "authorization_expired", isDeclined: false });
  }, 60_000);
});
