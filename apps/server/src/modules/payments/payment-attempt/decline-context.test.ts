import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildAttempt, buildOrder } from "../../../../test/orders.ts";
import { buildTenant } from "../../../../test/people.ts";
import { hourAround, stepsOf, usualHours } from "./decline-context.policy.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let shop: string;
let other: string;
let orderId: string;

const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();
const dayMinutes = 1_440;
const paid = { status: "captured", declineCode: null, capturedAmount: "10000", authorizedAmount: "10000" };

/** A declined attempt of an order of its own. */
async function declinedAt(merchantId: string, minutes: number, parts: object = {}): Promise<string> {
  const id = await buildOrder(app, { merchantId, tenantId: place.tenantId });
  const startedTime = minutesAgo(minutes);
  await buildAttempt(app, {
    merchantId,
    tenantId: place.tenantId,
    orderId: id,
    declineCode: "insufficient_funds",
    startedTime,
    finishedTime: startedTime,
    ...parts,
  });
  return id;
}

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  shop = await buildMerchant(app, place);
  other = await buildMerchant(app, place);
  const card = { cardFingerprint: "f1" };
  orderId = await declinedAt(shop, 2, card);
  await declinedAt(shop, 20);
  // Its own first try is no other decline.
  const first = { startedTime: minutesAgo(3), finishedTime: minutesAgo(3), declineCode: "insufficient_funds", ...card };
  await buildAttempt(app, { merchantId: shop, tenantId: place.tenantId, orderId, ...first, seq: 0 });
  await declinedAt(other, 59);
  await declinedAt(other, 61);
  await declinedAt(shop, 10, { declineCode: "expired_card" });
  for (const days of [1, 3, 13]) await declinedAt(other, days * dayMinutes + 5);
  await declinedAt(other, 3 * dayMinutes + 90);
  await declinedAt(shop, 2 * dayMinutes + 300, { ...card, declineCode: "do_not_honor" });
  await declinedAt(shop, 9 * dayMinutes + 300, { ...card, ...paid, amount: "4200", capturedAmount: "4200" });
  await declinedAt(other, 9 * dayMinutes + 300, { ...card, ...paid });
});
afterAll(() => app?.close());

const scope = () => ({ tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" }) as const;
const reader = (parts: object = {}) => app.as(actor({ ...place, userId: 7, scope: scope(), ...parts }));
const asked = (id = orderId) => ({ merchantId: shop, orderId: id });

describe("paymentAttempt.declineContext", () => {
  test("counts declines for the same reason in the last hour, and in that hour of the days before", async () => {
    const context = await reader().call(paymentAttempt, "declineContext", asked());
    expect(context).toMatchObject({
      declineCode: "insufficient_funds",
      isLastHour: true,
      count: 3,
      merchants: 2,
      usualCount: 3,
      usualDays: 13,
    });
    expect(context?.steps.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test("tells what the card did at this merchant before, the latest first", async () => {
    const context = await reader().call(paymentAttempt, "declineContext", asked());
    expect(context?.card).toMatchObject({ count: 2, paid: 1, declined: 1, isMore: false });
    expect(context?.card?.latest.map(({ status, declineCode }) => [status, declineCode])).toEqual([
      ["declined", "do_not_honor"],
      ["captured", null],
    ]);
  });

  test("shows a merchant's people their own declines alone, and nothing of whose the others are", async () => {
    const mine = reader({ scope: { ...scope(), merchantIds: [shop] } });
    expect(await mine.call(paymentAttempt, "declineContext", asked())).toMatchObject({
      count: 2,
      merchants: null,
      usualCount: 0,
      card: { count: 2 },
    });
    const stranger = reader({ scope: { ...scope(), merchantIds: [other] } });
    expect(await stranger.call(paymentAttempt, "declineContext", asked())).toBeNull();
  });

  test("answers nothing for an order whose last attempt was not declined, and refuses who may not see attempts", async () => {
    const order = await declinedAt(shop, 5, paid);
    expect(await reader().call(paymentAttempt, "declineContext", asked(order))).toBeNull();
    const answer = await reader({ holdsAll: false, permissions: new Set(["coinOrder:page"]) }).send(
      paymentAttempt,
      "declineContext",
      asked(),
    );
    expect(answer.status).toBe(403);
  });
});

describe("the hour that is compared", () => {
  const now = new Date("2026-11-21T10:00:20.000Z");

  test("is the last one for a fresh decline, and the one around an older", () => {
    expect(hourAround("2026-11-21T09:40:00.000Z", now)).toEqual({
      from: "2026-11-21T09:01:00.000Z",
      to: "2026-11-21T10:01:00.000Z",
      isLastHour: true,
    });
    expect(hourAround("2026-11-18T09:40:00.000Z", now)).toEqual({
      from: "2026-11-18T09:10:00.000Z",
      to: "2026-11-18T10:10:00.000Z",
      isLastHour: false,
    });
  });

  test("has as many days to be compared with as there were attempts", () => {
    const hour = hourAround("2026-11-21T09:40:00.000Z", now);
    expect(usualHours(hour, null)).toEqual([]);
    expect(usualHours(hour, "2026-11-18T12:00:00.000Z")).toHaveLength(2);
    expect(usualHours(hour, "2020-01-01T00:00:00.000Z")).toHaveLength(14);
  });

  test("is divided into parts of five minutes", () => {
    const span = { from: "2026-11-21T09:00:00.000Z", to: "2026-11-21T10:00:00.000Z" };
    const steps = stepsOf(span, ["2026-11-21T09:00:00.000Z", "2026-11-21T09:04:59.999Z", "2026-11-21T09:59:59.999Z"]);
    expect(steps).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});
