import { OrderCapture } from "@countinghouse/contract/payments/capture/capture.ts";
import { CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { CoinOrderPage } from "./coin-order.page.tsx";

const id = `ord_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const nothing = Object.fromEntries(Object.keys(CoinOrderDetail.shape).map((name) => [name, null]));
const none = { capture: false, captureInParts: false, void: false, cancel: false, sync: false };

const attempt = {
  id: "att_1",
  attemptNo: "AT1",
  seq: 1,
  status: "authorized",
  isReleaseAsked: false,
  trigger: "payer",
  paymentMethod: "card_visa",
  gatewayAccountId: null,
  gatewayAccountName: "Main",
  amount: "10000",
  currency: "USD",
  declineCode: null,
  upstreamCode: null,
  upstreamMessage: null,
  transactionNo: null,
  cardBrand: null,
  cardLast4: null,
  startedTime: at,
  finishedTime: null,
  latencyMs: null,
};

/** An order whose payment is reserved and not captured yet. */
const buildOrder = (parts: object = {}, ofAttempt: object = {}): CoinOrderDetail =>
  CoinOrderDetail.parse({
    ...nothing,
    id,
    orderNo: "OR20261121000001",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Corner shop",
    merchantOrderNo: "A-1",
    mode: "test",
    type: "one_time",
    origin: "platform",
    paymentType: "server_to_server",
    status: "awaiting",
    awaitingReason: "capture",
    currency: "USD",
    amount: "10000",
    capturedAmount: "0",
    refundedAmount: "0",
    authorizedAmount: "10000",
    disputedAmount: "0",
    refundableAmount: "0",
    releasedAmount: "0",
    surplusAmount: "0",
    refundStatus: "none",
    disputeStatus: "none",
    settlementStatus: "none",
    captureMethod: "manual",
    riskDecision: "allow",
    attemptCount: 1,
    lateSuccess: false,
    isDeclined: false,
    orderTime: at,
    expireTime: at,
    version: 1,
    items: [],
    metadata: {},
    captures: [],
    dues: [],
    abilities: { ...none, capture: true, void: true },
    ...parts,
    attempts: [{ ...attempt, ...ofAttempt }],
  });

const pages = (
  <Routes>
    <Route path=":id" element={<CoinOrderPage />} />
  </Routes>
);

let server: FakeServer;
let order: CoinOrderDetail;
const asked = () => server.inputs(coinOrder, "detail").length;
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** A part that was taken, and one that the gateway refused. */
const buildCaptures = () => {
  const common = {
    attemptId: attempt.id,
    merchantId: `mer_${"0".repeat(26)}`,
    isFinal: false,
    refundedAmount: "0",
    refundableAmount: "0",
    isPriced: true,
    currency: "USD",
    askedTime: at,
  };
  const empty = Object.fromEntries(Object.keys(OrderCapture.shape).map((name) => [name, null]));
  return [
    {
      ...empty,
      ...common,
      id: `cap_${"1".repeat(26)}`,
      captureNo: "CP20261121000001",
      seq: 1,
      status: "succeeded",
      amount: "3000",
      settleCurrency: "USD",
      feeAmount: "117",
      netAmount: "2883",
      dueDate: "2026-11-24",
      batchNo: null,
      upstreamId: "pay_17",
    },
    {
      ...empty,
      ...common,
      id: `cap_${"2".repeat(26)}`,
      captureNo: "CP20261121000002",
      seq: 2,
      status: "failed",
      amount: "2000",
      failureCode: "processor_error",
    },
  ];
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder], ["detail", "void", "capture"]);
  order = buildOrder();
  server = startFakeServer();
  server.answer(coinOrder, "detail", () => order);
  server.answer(coinOrder, "void", () => {
    order = buildOrder({ version: 2, abilities: { ...none, void: true } }, { isReleaseAsked: true });
    return null;
  });
});

afterEach(() => {
  endPage();
  server?.stop();
});

describe("the page of an order", () => {
  test("leads with who declined, whether another try can help, and what to tell the payer", async () => {
    signInFor([coinOrder, paymentAttempt], ["detail", "page"]);
    server.answer(paymentAttempt, "declineContext", () => ({
      declineCode: "insufficient_funds",
      from: "2026-11-21T09:00:00.000Z",
      to: "2026-11-21T10:00:00.000Z",
      isLastHour: true,
      count: 14,
      merchants: 6,
      steps: [1, 0, 1, 1, 2, 0, 1, 1, 1, 2, 2, 2],
      usualCount: 168,
      usualDays: 14,
      card: {
        count: 2,
        paid: 1,
        declined: 1,
        isMore: false,
        latest: [
          {
            orderId: "ord_before",
            orderNo: "OR20261112AAAAAAAAAA",
            startedTime: "2026-11-12T10:00:00.000Z",
            amount: "24900",
            currency: "USD" as const,
            status: "declined" as const,
            declineCode: "do_not_honor",
          },
        ],
      },
    }));
    const declined = {
      status: "awaiting",
      awaitingReason: "retry",
      isDeclined: true,
      failureCode: "insufficient_funds",
    };
    order = buildOrder({ ...declined, abilities: none });
    await renderPage(pages, `/page/${id}`);
    await expect
      .element(page.getByRole("heading", { name: "The payer's bank declined: Insufficient funds" }))
      .toBeVisible();
    await expect.element(page.getByText(/Not by us: the same card gets the same answer/)).toBeVisible();
    await expect
      .element(page.getByRole("heading", { name: "14 orders declined for this reason in the last hour" }))
      .toBeVisible();
    await expect.element(page.getByText("usual for this hour: 12 · 6 merchants")).toBeVisible();
    await expect.element(page.getByText("Within the usual range")).toBeVisible();
    await expect.element(page.getByText("2 payments: 1 paid, 1 declined")).toBeVisible();
    await expect.element(page.getByText("Do not honour")).toBeVisible();
    endPage();
    order = buildOrder({ ...declined, status: "canceled", awaitingReason: null, abilities: none });
    await renderPage(pages, `/page/${id}`);
    await expect.element(page.getByText(/The order has ended/)).toBeVisible();
    await expect.element(page.getByText(/^Not on this order\. A new one is best paid with another card/)).toBeVisible();
  });

  test("asks whether a capture is the last one only where there may be another", async () => {
    await renderPage(pages, `/page/${id}`);
    await button("Capture").click();
    const form = page.getByRole("dialog");
    await expect.element(form.getByText(/This gateway captures a payment once/)).toBeVisible();
    expect(form.getByText("Last capture").elements()).toEqual([]);
    endPage();
    order = buildOrder({ abilities: { ...none, capture: true, captureInParts: true } });
    await renderPage(pages, `/page/${id}`);
    await button("Capture").click();
    await expect.element(form.getByText("Last capture")).toBeVisible();
  });

  test("follows the worker after a release was asked for", async () => {
    await renderPage(pages, `/page/${id}`);
    await button("Void").click();
    await page.getByRole("dialog").getByRole("textbox").fill("out of stock");
    await page.getByRole("dialog").getByRole("button", { name: "Void" }).click();
    await expect.poll(() => page.getByRole("dialog").elements().length).toBe(0);
    await expect.element(button("Void")).toBeVisible();
    expect(button("Capture").elements()).toEqual([]);
    order = buildOrder({ version: 3, status: "canceled", awaitingReason: null, abilities: none }, { status: "voided" });
    await expect.poll(() => button("Void").elements().length, { timeout: 4_000 }).toBe(0);
    await expect.element(page.getByText("Cancelled").first()).toBeVisible();
  });

  test("shows every capture with what it cost, and why one was refused", async () => {
    order = buildOrder({ capturedAmount: "3000", captures: buildCaptures() });
    await renderPage(pages, `/page/${id}`);
    const row = (no: string) => page.getByRole("row", { name: new RegExp(no) });
    const taken = "CP20261121000001Captured30.00USD–1.17USD28.83USD2026-11-24pay_17";
    await expect.element(row("CP20261121000001")).toHaveTextContent(taken);
    await expect.element(row("CP20261121000002")).toHaveTextContent("CP20261121000002FailedGateway error20.00USD–––––");
  });

  test("tells of a capture below each other on a phone, with nothing beside the edge", async () => {
    await page.viewport(390, 844);
    order = buildOrder({ captures: buildCaptures() });
    await renderPage(pages, `/page/${id}`);
    await expect.element(page.getByText("2026-11-24")).toBeVisible();
    const wide = [...document.querySelectorAll<HTMLElement>(".order-scroll")];
    expect(wide.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)).toEqual([]);
  });

  test("asks for nothing again while the order is at rest", async () => {
    await renderPage(pages, `/page/${id}`);
    await expect.element(button("Void")).toBeVisible();
    const before = asked();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked()).toBe(before);
  });

  test("calls the countries of the payer and of the address by their names", async () => {
    order = buildOrder({ country: "FR", ipCountry: "DE" });
    await renderPage(pages, `/page/${id}`);
    await expect.element(page.getByText("France")).toBeVisible();
    await expect.element(page.getByText("Germany")).toBeVisible();
  });

  test("tells the price that was agreed on before anything is booked", async () => {
    signInFor([coinOrder], ["detail", "explain"]);
    const price = { percent: 29_000, fixed: "30", currency: "USD" as const, taxRate: 60_000 };
    const agreed = { ...price, rate: "1.188", lockedUntil: at };
    server.answer(coinOrder, "explain", () => ({ lines: [], journals: [], feeRule: null, fx: null, agreed }));
    await renderPage(pages, `/page/${id}`);
    await expect
      .element(page.getByText(/Agreed price: 2\.9 % \+ .*0\.30.* · Tax on the fee 6 % · rate 1\.188 until/))
      .toBeVisible();
  });
});
