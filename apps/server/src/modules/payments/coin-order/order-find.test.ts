import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const merchantOrderNo = unique("Shop-");

/** A paid order of 189.90 and its attempt's number; the same one whenever it is asked for. */
const paid = async () => {
  const order = await stage.create({ merchantOrderNo, amount: money(18_990n, "USD") });
  const attempts = () =>
    stage.app.platform.db.selectFrom("paymentAttempts").select("attemptNo").where("orderId", "=", order.id).execute();
  if ((await attempts()).length === 0) await stage.confirm(order);
  const [attempt] = await attempts();
  return { order, attemptNo: attempt?.attemptNo ?? "" };
};

const find = async (text: string) => (await reader().call(coinOrder, "find", { text })).map(({ id }) => id);
const reader = () => stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));

describe("coinOrder/find", () => {
  test.each([
    ["its number", (no: string) => no],
    ["its number in small letters", (no: string) => no.toLowerCase()],
    ["the beginning of its number", (no: string) => no.slice(0, 14)],
    ["its number as lists shorten it", (no: string) => `${no.slice(0, 2)}…${no.slice(10)}`],
    ["its number shortened with dots", (no: string) => `${no.slice(0, 2)}...${no.slice(10)}`],
    ["the characters of its own", (no: string) => no.slice(10)],
  ])("finds an order by %s", async (_what, typed) => {
    const { order } = await paid();
    expect(await find(typed(order.orderNo))).toContain(order.id);
  });

  test.each([
    ["the whole number of an attempt", (no: string) => no],
    ["the beginning of it", (no: string) => no.slice(0, 15)],
    ["its mark and day", (no: string) => no.slice(0, 10)],
    ["the characters of its own", (no: string) => no.slice(10)],
  ])("finds an order by %s", async (_what, typed) => {
    const { order, attemptNo } = await paid();
    expect(await find(typed(attemptNo))).toContain(order.id);
  });

  test("finds an attempt whose own characters begin like the mark of something else", async () => {
    const { order, attemptNo } = await paid();
    const odd = `${attemptNo.slice(0, 10)}XY3K9QWERT`;
    const { db } = stage.app.platform;
    await db.updateTable("paymentAttempts").set({ attemptNo: odd }).where("attemptNo", "=", attemptNo).execute();
    expect(await find("XY3K9QWERT")).toEqual([order.id]);
  });

  test("finds an order by the beginning of the shop's own number, as it is written", async () => {
    const { order } = await paid();
    expect(await find(merchantOrderNo.slice(0, -1))).toEqual([order.id]);
    expect(await find(merchantOrderNo.toUpperCase())).toEqual([]);
    expect(await find(`%${merchantOrderNo.slice(1)}`)).toEqual([]);
  });

  test("finds orders by amount and currency, and none of another currency", async () => {
    const { order } = await paid();
    for (const text of ["189.90", "189,9", "189.90 USD", "usd 189.90"])
      expect(await find(text), text).toContain(order.id);
    for (const text of ["189.90 BRL", "189.901 USD", "189.90 XXX"]) expect(await find(text), text).toEqual([]);
  });

  test("finds orders by the last four digits of the card", async () => {
    const { order } = await paid();
    const { cardLast4 } = await reader().call(coinOrder, "detail", { id: order.id });
    expect(await find(String(cardLast4))).toContain(order.id);
  });
});

describe("filters by number", () => {
  test("of the lists take a number whole, shortened, and its beginning", async () => {
    const { order, attemptNo } = await paid();
    for (const typed of [order.orderNo, `OR…${order.orderNo.slice(10)}`, order.orderNo.slice(0, 15)]) {
      const page = await reader().call(coinOrder, "page", { orderNo: typed, mode: "test" });
      expect(
        page.items.map(({ id }) => id),
        typed,
      ).toEqual([order.id]);
    }
    for (const typed of [attemptNo, `AT…${attemptNo.slice(10)}`, attemptNo.slice(0, 15)]) {
      const page = await reader().call(paymentAttempt, "page", { attemptNo: typed, mode: "test" });
      expect(
        page.items.map(({ attemptNo: no }) => no),
        typed,
      ).toEqual([attemptNo]);
    }
  });
});
