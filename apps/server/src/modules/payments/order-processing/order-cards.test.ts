import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { openClient } from "../../../../test/open-caller.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { sendCapture } from "./index.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage.close());

const usual = (account: string) => [
  `J01 plt:gateway_receivable:USD:${account} mer:M:pending:USD 10000 USD`,
  "J02 mer:M:pending:USD plt:rev:transaction_fee:USD 320 USD",
  `J03 plt:cost:gateway_fee:USD plt:gateway_receivable:USD:${account} 160 USD`,
];

const bookedOf = ({ held }: Ending, account: string | null): string[] => {
  if (account === null) return [];
  return held
    ? [`J05 plt:gateway_receivable:USD:${account} plt:payer_funds:USD:${account} ${held} USD`]
    : usual(account);
};

interface Ending {
  readonly scenario: string;
  readonly status: string;
  readonly reason?: string;
  readonly failure?: string;
  readonly attempts: readonly string[];
  /** Seconds that pass after the payer pressed the button. */
  readonly after?: number;
  readonly account?: "main" | "backup" | null;
  /** What came and is nobody's yet, in minor units. */
  readonly held?: string;
}

const declined = (scenario: string, failure: string, attempts = ["declined"]): Ending => ({
  scenario,
  status: "awaiting",
  reason: "retry",
  failure,
  attempts,
  account: null,
});

const endings: readonly Ending[] = [
  { scenario: "001", status: "paid", attempts: ["captured"] },
  { scenario: "002", status: "paid", attempts: ["captured"], after: 60 },
  { scenario: "003", status: "paid", attempts: ["captured"], after: 120 },
  declined("101", "insufficient_funds"),
  { scenario: "102", status: "paid", attempts: ["declined", "captured"], account: "backup" },
  declined("103", "expired_card"),
  declined("104", "invalid_cvc"),
  { scenario: "105", status: "failed", failure: "lost_card", attempts: ["declined"], account: null },
  { scenario: "106", status: "failed", failure: "stolen_card", attempts: ["declined"], account: null },
  declined("107", "suspected_fraud"),
  declined("108", "restricted_card"),
  declined("109", "exceeds_limit"),
  declined("110", "issuer_unavailable", ["declined", "declined"]),
  declined("111", "account_closed"),
  { scenario: "112", status: "paid", attempts: ["captured"] },
  { scenario: "113", status: "paid", attempts: ["captured"] },
  declined("114", "risk_declined_upstream"),
  { scenario: "115", status: "paid", attempts: ["captured"] },
  {
    scenario: "201",
    status: "awaiting",
    reason: "authentication",
    attempts: ["authentication_pending"],
    account: null,
  },
  { scenario: "202", status: "paid", attempts: ["captured"] },
  {
    scenario: "203",
    status: "awaiting",
    reason: "authentication",
    attempts: ["declined", "authentication_pending"],
    account: null,
  },
  { scenario: "204", status: "paid", attempts: ["captured"] },
  {
    scenario: "205",
    status: "awaiting",
    reason: "retry",
    failure: "authentication_abandoned",
    attempts: ["expired"],
    after: 17 * 60,
    account: null,
  },
  { scenario: "501", status: "paid", attempts: ["captured"], after: 120 },
  {
    scenario: "502",
    status: "failed",
    failure: "timeout_not_found",
    attempts: ["error"],
    after: 2 * 86_400,
    account: null,
  },
  { scenario: "503", status: "paid", attempts: ["captured"], after: 120 },
  { scenario: "504", status: "paid", attempts: ["captured"], after: 120 },
  { scenario: "505", status: "paid", attempts: ["captured"], after: 300 },
  { scenario: "506", status: "paid", attempts: ["captured"], after: 3_600 },
  // Nothing of it is the merchant's until somebody decides: what came is held for the payer.
  { scenario: "507", status: "pending", attempts: ["captured"], after: 3_600, held: "9999" },
];

async function end({ scenario, after = 0 }: Ending) {
  const begun = await stage.pay(scenario);
  await stage.pass(after);
  const order = await stage.read(begun);
  const attempts = (await stage.attempts(begun)).map(({ status }) => status);
  return { order, attempts, booked: await stage.booked(begun) };
}

describe("coinOrder, paid with a test card, by the answers and questions alone", () => {
  test.each(endings.map((ending) => [ending.scenario, ending] as const))(
    "of scenario %s ends as it should, twice, with the same journals",
    async (_scenario, ending) => {
      const { account = "main" } = ending;
      const first = await end(ending);
      // A card that was refused for good is not sent again before thirty days are over.
      if (ending.failure) await stage.pass(31 * 86_400);
      for (const ended of [first, await end(ending)]) {
        expect(ended.order).toMatchObject({
          status: ending.status,
          awaitingReason: ending.reason ?? null,
          failureCode: ending.failure ?? null,
        });
        expect(ended.attempts).toEqual(ending.attempts);
        expect(ended.booked).toEqual(bookedOf(ending, account === null ? null : stage.accounts[account]));
      }
    },
    60_000,
  );
});

/** How somebody takes 60.00 of the 100.00 that an order reserved. */
const ways = {
  "the merchant's server": async (order: { readonly orderNo: string }) => {
    const { app, merchantId, place } = stage;
    const { test: key } = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
    await app.platform.db
      .updateTable("coinOrders")
      .set({ appId: (await appOf(key.appKey)).appId })
      .where("orderNo", "=", order.orderNo)
      .execute();
    const { status, body } = await openClient(app.server, app.clock, key).send(
      "POST",
      `/v1/orders/${order.orderNo}/capture`,
      { body: { amount: 6_000 } },
    );
    expect([status, body.status, body.capturedAmount]).toEqual([200, "paid", 6_000]);
  },
  "an operator at the console": async (order: { readonly id: string; readonly version: number }) => {
    const { app, place, node, caller } = stage;
    const operator = app.as(actor({ tenantId: place.tenantId, orgId: place.orgId }));
    app.jobs.length = 0;
    await operator.call(coinOrder, "capture", { id: order.id, version: order.version, amount: "6000" });
    expect(await stage.read(order)).toMatchObject({ status: "pending", capturedAmount: "0" });
    const job = app.jobs.find(({ queue }) => queue === "order.capture");
    await sendCapture(node, caller, job?.data as Parameters<typeof sendCapture>[2]);
  },
};

const appOf = (appKey: string) =>
  stage.app.platform.db.selectFrom("appKeys").select("appId").where("appKey", "=", appKey).executeTakeFirstOrThrow();

describe("coinOrder, reserved with the test card of scenario 004", () => {
  test.each(Object.entries(ways))(
    "has a part taken by %s, the rest released, and no more than the part booked",
    async (_who, take) => {
      const order = await stage.pay("004", { captureMethod: "manual" });
      expect(order).toMatchObject({ status: "awaiting", awaitingReason: "capture", capturedAmount: "0" });
      expect(await stage.booked(order)).toEqual([]);
      await take(order);
      expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "6000", amount: "10000" });
      const [attempt] = await stage.attempts(order);
      expect(attempt).toMatchObject({ status: "captured" });
      expect(await stage.booked(order)).toEqual([
        `J01 plt:gateway_receivable:USD:${stage.accounts.main} mer:M:pending:USD 6000 USD`,
        "J02 mer:M:pending:USD plt:rev:transaction_fee:USD 204 USD",
        `J03 plt:cost:gateway_fee:USD plt:gateway_receivable:USD:${stage.accounts.main} 100 USD`,
      ]);
      const { payments } = await stage.simulator.book(order.orderNo);
      expect(payments).toMatchObject([{ status: "captured", capturedAmount: 6_000 }]);
      // The reservation is over at the gateway too: nothing is left that a second capture could take.
      const again = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
      const { version } = await stage.read(order);
      expect(await again.send(coinOrder, "capture", { id: order.id, version, amount: "1" })).toMatchObject({
        status: 409,
      });
      await stage.pass(8 * 86_400);
      expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "6000" });
    },
    60_000,
  );
});
