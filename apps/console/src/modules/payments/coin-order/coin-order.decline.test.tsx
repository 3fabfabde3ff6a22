import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import {
  type DeclineContext,
  paymentAttempt,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { OrderDecline } from "./coin-order.decline.part.tsx";

type Order = Parameters<typeof OrderDecline>[0]["order"];
const order: Order = {
  id: `ord_${"0".repeat(26)}`,
  merchantId: `mer_${"0".repeat(26)}`,
  failureCode: "insufficient_funds",
  isDeclined: true,
  status: "awaiting",
  expireTime: "2026-11-21T06:05:09.000Z",
  capturedAmount: "0",
};

let server: FakeServer;
let context: DeclineContext;
const show = (parts: Partial<Order> = {}) => renderPage(<OrderDecline order={{ ...order, ...parts }} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  context = {
    declineCode: "insufficient_funds",
    from: "2026-11-21T22:30:00.000Z",
    to: "2026-11-21T23:30:00.000Z",
    isLastHour: false,
    count: 1,
    merchants: 1,
    steps: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    usualCount: 0,
    usualDays: 0,
    card: null,
  };
  server = startFakeServer();
  server.answer(paymentAttempt, "declineContext", () => context);
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("why an order is not paid", () => {
  test.each(locales)(
    "is said in words for every code in %s: who said no, what helps, and what the payer is told",
    async (locale) => {
      switchLanguage(locale);
      await renderPage(
        DeclineCode.members.map(({ value }) => <OrderDecline key={value} order={{ ...order, failureCode: value }} />),
      );
      await expect.poll(() => document.querySelectorAll(".order-decline").length).toBe(DeclineCode.members.length);
      const open = [...document.querySelectorAll(".order-decline")].filter((one) =>
        /\{|undefined|\b[a-z]+_[a-z_]+\b/.test(one.textContent ?? ""),
      );
      expect(open.map(({ textContent }) => textContent)).toEqual([]);
      const empty = [...document.querySelectorAll(".order-decline dd")].filter(
        ({ textContent }) => (textContent ?? "").trim().length < 4,
      );
      expect(empty).toEqual([]);
    },
  );

  test("is not said of an order that was not declined, or for a reason of a newer server", async () => {
    await show({ isDeclined: false });
    endPage();
    await show({ failureCode: "of_tomorrow" });
    await show({ failureCode: null });
    expect(document.querySelectorAll(".order-decline")).toHaveLength(0);
  });

  test.each([
    ["0", 1],
    ["2500", 0],
  ])("says that no money was taken only where none was: %s", async (capturedAmount, count) => {
    await show({ capturedAmount });
    await expect.element(page.getByText("Next step")).toBeVisible();
    expect(page.getByText("No money was taken, and nothing is held on the card.").elements()).toHaveLength(count);
  });

  test("asks for others like it only where attempts may be seen", async () => {
    await show();
    await expect.element(page.getByText("Next step")).toBeVisible();
    expect(server.inputs(paymentAttempt, "declineContext")).toEqual([]);
  });
});

describe("a declined order beside others", () => {
  beforeEach(() => signInFor([coinOrder, paymentAttempt]));
  const compared = () => (document.querySelector(".order-compared")?.textContent ?? "").replace(/\s/g, " ");

  test("alone is not compared with days that are not there", async () => {
    await show();
    await expect.poll(compared).toContain("1 order declined for this reason within half an hour of it");
    expect(compared()).toContain("no earlier days to compare with");
    expect(page.getByRole("img", { name: /By five minutes/ }).elements()).toEqual([]);
    expect(compared()).not.toMatch(/usual range|More than usual|merchant/);
  });

  test.each([
    [40, "More than usual"],
    [12, "Within the usual range"],
  ])("%i where a dozen are usual: %s", async (count, told) => {
    context = { ...context, count, merchants: 6, usualCount: 168, usualDays: 14, isLastHour: true };
    await show();
    await expect.poll(compared).toContain(told);
    expect(compared()).toContain(`usual for this hour: 12 · 6 merchants`);
  });

  test("of one merchant's people says nothing of other merchants", async () => {
    context = { ...context, count: 3, merchants: null };
    await show();
    await expect.poll(compared).toContain("3 orders declined");
    expect(compared()).not.toContain("merchants");
  });

  test("leads to those of its day in the reader's zone", async () => {
    await show();
    await expect
      .element(page.getByRole("link", { name: "See those of that day" }))
      .toHaveAttribute("href", "/trade/attempt?declineCode=insufficient_funds&startedTime=2026-11-22..2026-11-22");
  });

  test.each([
    [{ count: 0, paid: 0, declined: 0, isMore: false, latest: [] }, "First time at this merchant"],
    [{ count: 1, paid: 0, declined: 1, isMore: false, latest: [] }, "1 payment: 0 paid, 1 declined"],
    [{ count: 100, paid: 90, declined: 10, isMore: true, latest: [] }, "100 payments and more"],
  ])("tells what its card did before: %j", async (card, told) => {
    context = { ...context, card };
    await show();
    await expect.poll(compared).toContain(told);
  });
});
