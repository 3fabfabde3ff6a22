import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { coinOrder, TimelineEntry } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { RefundToldOutcome } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { OrderTimeline, sentenceOf } from "./coin-order.timeline.part.tsx";

const order = { id: `ord_${"0".repeat(26)}`, orderNo: "OR20261121000001", mode: "test" as const };
const refundNo = "RF20261121000001";
const refund = { refundNo, amount: "10000", currency: "KWD" };

const say = (title: string, detail: object, locale: Locale = "en") =>
  sentenceOf({ title, detail: detail as never }, coinOrderMessages[locale].text, locale).replace(/\s/g, " ");

describe("a sentence of an order's story", () => {
  test.each([
    ["eventAttemptDeclined", { attemptNo: "AT1", code: "insufficient_funds" }, "AT1 declined: Insufficient funds"],
    ["eventOrderFailed", { code: "expired" }, "Order failed: expired"],
    ["eventOrderCanceled", { reason: "reasonPayer" }, "Order cancelled: by the payer"],
    ["eventStatusChanged", { to: "awaiting.capture" }, "The order is now: Awaiting · Capture"],
    ["eventStatusChanged", { to: "paid" }, "The order is now: Paid"],
    [
      "eventAmountMismatch",
      { attemptNo: "AT1", expected: "10000", reported: "12500", currency: "JPY" },
      "The gateway took 12,500 JPY; 10,000 JPY had been asked for",
    ],
    [
      "eventAmountMismatch",
      { attemptNo: "AT1", expected: "10000", reported: "12500", currency: "USD", reportedCurrency: "JPY" },
      "The gateway took 12,500 JPY; 100.00 USD had been asked for",
    ],
    [
      "eventRefundRequested",
      { ...refund, reason: "duplicate" },
      `Refund ${refundNo} of 10.000 KWD asked for: Paid twice`,
    ],
    ["eventRefundFailed", { ...refund, failure: "window_closed" }, `Refund ${refundNo} failed: Too late to refund`],
    ["eventRefundDue", { ...refund, reason: "late_success" }, "10.000 KWD are to be given back: late payment"],
    ["eventDueProposed", { ...refund, action: "book" }, "Waits for a second person: apply to the order, 10.000 KWD"],
    ["eventActionIssued", { action: "qr" }, "The payer was asked to act: a code to scan"],
    ["eventNote", { text: "braces {amount} stay" }, "braces {amount} stay"],
  ])("%s with %j", (title, detail, told) => {
    expect(say(title, detail)).toBe(told);
  });

  test.each(
    locales.flatMap((locale) => RefundToldOutcome.members.map(({ value, text }) => [locale, value, text] as const)),
  )("tells in %s how somebody found a refund: %s", (locale, outcome, text) => {
    expect(say("eventRefundSettled", { ...refund, outcome }, locale)).toContain(text[locale]);
  });

  test("of a newer server is shown by its name, and one without a slot's value without the slot", () => {
    expect(say("eventOfTomorrow", {})).toBe("eventOfTomorrow");
    expect(say("eventNote", { text: null })).toBe("");
  });
});

let server: FakeServer;
let told: TimelineEntry[];
const entry = (seq: number, parts: object = {}): TimelineEntry =>
  recordOf(TimelineEntry, {
    seq,
    time: `2026-11-21T06:05:${String(seq).padStart(2, "0")}.000Z`,
    kind: "status",
    title: "eventOrderCreated",
    actorType: "system",
    visibility: "all",
    ...parts,
  });
const lines = () =>
  [...document.querySelectorAll(".ch-timeline-event")].map((line) => (line.textContent ?? "").replace(/\s/g, " "));
const toneOf = () => /ch-tone-(\w+)/.exec(document.querySelector(".ch-timeline-event")?.className ?? "")?.[1];

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  server = startFakeServer();
  server.answer(coinOrder, "timeline", () => told);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the story of an order", () => {
  test("is told the newest first, with who did it and the money that moved", async () => {
    told = [
      entry(1, { actorType: "merchant", actorName: "AP20261121000000017" }),
      entry(2, { title: "eventOrderPaid", amount: "1234567", currency: "JPY", actorType: "gateway" }),
      entry(3, {
        kind: "operator",
        title: "eventVoidAsked",
        detail: { reason: "twice" },
        actorType: "operator",
        actorName: "Ada",
      }),
    ];
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(3);
    expect(lines()[0]).toContain("Release asked for: twiceAda");
    expect(lines()[1]).toContain("Order paid");
    expect(lines()[1]).toContain("1,234,567JPY");
    expect(lines()[2]).toContain("Order createdApp AP");
  });

  test.each([
    ["eventAttemptDeclined", "attempt", "danger"],
    ["eventCaptureRefused", "capture", "danger"],
    ["eventDuplicatePayment", "attempt", "danger"],
    ["eventNoRoute", "attempt", "danger"],
    ["eventRefundFailed", "refund", "danger"],
    ["eventOrderPaid", "status", "success"],
    ["eventCaptureSucceeded", "capture", "success"],
    ["eventAttemptCaptured", "attempt", "success"],
    ["eventCheckoutOpened", "status", "info"],
  ])("marks %s, an entry of %s, as %s", async (title, kind, tone) => {
    told = [entry(1, { title, kind, detail: { attemptNo: "AT1", captureNo: "CP1", refundNo } })];
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(1);
    expect(toneOf()).toBe(tone);
  });

  test("says of a note inside that it stays inside, and of one for both sides nothing", async () => {
    told = [
      entry(1, { kind: "note", title: "eventNote", detail: { text: "for both" }, actorName: "Ada" }),
      entry(2, {
        kind: "note",
        title: "eventNote",
        detail: { text: "for us" },
        actorName: "Bo",
        visibility: "operator",
      }),
    ];
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(2);
    expect(lines()[0]).toMatch(/^for usBo · Operator/);
    expect(lines()[1]).not.toContain("·");
  });

  test("opens with the latest dozen of a long one, and all of it on demand", async () => {
    told = Array.from({ length: 30 }, (_, index) => entry(index + 1));
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(12);
    await page.getByRole("button", { name: "Show all 30 events" }).click();
    await expect.poll(lines).toHaveLength(30);
  });

  test("is not cut for two more lines", async () => {
    told = Array.from({ length: 14 }, (_, index) => entry(index + 1));
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(14);
    expect(page.getByRole("button", { name: /^Show all/ }).elements()).toEqual([]);
  });

  test("takes in what the merchant's servers were told, at its time, for those who may see it", async () => {
    signInFor([coinOrder, webhook]);
    told = [entry(1), entry(9, { title: "eventOrderPaid" })];
    const delivery = recordOf(webhook.record as never, {
      id: `whd_${"0".repeat(26)}`,
      eventType: "order.paid",
      status: "succeeded",
      createTime: "2026-11-21T06:05:05.000Z",
      doneTime: null,
      endpointName: "Shop",
      lastHttpStatus: 503,
    });
    server.answer(webhook, "page", (input) => pageOfRows([delivery], input) as never);
    await renderPage(<OrderTimeline order={order} />);
    await expect.poll(lines).toHaveLength(3);
    expect(lines()[1]).toMatch(/^Webhook order\.paid: .*Shop · 503/);
    await expect
      .element(page.getByRole("link", { name: /^Webhook order\.paid/ }))
      .toHaveAttribute("href", `/integration/webhooks?objectNo=${order.orderNo}&open=whd_${"0".repeat(26)}`);
  });
});
