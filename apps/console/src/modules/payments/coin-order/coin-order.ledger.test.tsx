import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { CoinOrderDetail, coinOrder, OrderExchange } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { OrderSimulation } from "@countinghouse/contract/payments/coin-order/order-simulation.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import type { ExplainedOrder } from "./coin-order.explain.hook.ts";
import { OrderLedger } from "./coin-order.ledger.part.tsx";
import { OrderLog } from "./coin-order.log.part.tsx";
import { OrderSimulationCard } from "./coin-order.simulation.part.tsx";

const id = `ord_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const pending = `mer:${merchantId}:pending:USD`;

const posting = (debit: string, credit: string, amount: string, currency = "USD") => ({
  debit,
  credit,
  amount,
  currency: currency as "USD",
});
const journal = (journalId: string, event: string, ...postings: ReturnType<typeof posting>[]) => ({
  journalId,
  event,
  effectiveDate: "2026-11-21",
  postedAt: at,
  description: "",
  postings,
});
const line = (kind: string, amount: string, journalIds: string[], currency = "USD") =>
  ({ kind, amount, currency, journalIds }) as ExplainedOrder["lines"][number];

/** A capture of 100.00 USD with a fee of 3.20 USD. */
const buildExplanation = (parts: object = {}): ExplainedOrder =>
  ({
    lines: [
      line("captured", "10000", ["jrn_1"]),
      line("fee", "-320", ["jrn_2"]),
      line("net", "9680", ["jrn_1", "jrn_2"]),
    ],
    journals: [
      journal("jrn_1", "J01", posting("gw:gateway_receivable:ga_1:USD", pending, "10000")),
      journal("jrn_2", "J02", posting(pending, "rev:rev:transaction_fee:USD", "320")),
    ],
    feeRule: null,
    fx: null,
    agreed: null,
    ...parts,
  }) as ExplainedOrder;

let server: FakeServer;
let explanation: ExplainedOrder;
const show = (address?: string) => renderPage(<OrderLedger id={id} merchantId={merchantId} />, address);
const figure = (name: RegExp) => page.getByRole("button", { name });
const dimmed = () => document.querySelectorAll(".order-posting-off").length;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  explanation = buildExplanation();
  server = startFakeServer();
  server.answer(coinOrder, "explain", () => explanation);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("what was booked for an order", () => {
  test("is told posting by posting, with what its merchant's account holds of it after each", async () => {
    await show();
    const row = (no: number) => page.getByRole("region", { name: "Postings" }).getByRole("row").nth(no);
    await expect.element(row(1)).toMatchTextContent(/^J01.*100\.00USD100\.00USD$/);
    await expect.element(row(2)).toMatchTextContent(/^J02.*3\.20USD96\.80USD$/);
    await expect.element(page.getByText("Balanced")).toBeVisible();
    expect(page.getByRole("link", { name: "J01" }).elements()).toEqual([]);
  });

  test("leads to its journals for those who may read the book", async () => {
    signInFor([coinOrder, ledger]);
    await show();
    await expect.element(page.getByRole("link", { name: "J02" })).toHaveAttribute("href", "/finance/ledger?open=jrn_2");
  });

  test("that moves nothing is out of balance", async () => {
    explanation = buildExplanation({ journals: [journal("jrn_1", "J01", posting("a:b:USD", pending, "0"))] });
    await show();
    await expect.element(page.getByText("Out of balance")).toBeVisible();
  });

  test("is narrowed to the postings of one figure, which stands in the address, and widened by the same click", async () => {
    const { search } = await show();
    await figure(/^Transaction fee/).click();
    await expect.poll(() => search().get("explain")).toBe("fee");
    await expect.poll(dimmed).toBe(1);
    await expect.element(figure(/^Transaction fee/)).toHaveAttribute("aria-pressed", "true");
    await figure(/^Net to the merchant/).click();
    await expect.poll(dimmed).toBe(0);
    await figure(/^Net to the merchant/).click();
    await expect.poll(() => search().get("explain")).toBe(null);
  });

  test("is opened on a figure by its address, and an unknown one hides nothing", async () => {
    await show("/page?explain=captured");
    await expect.poll(dimmed).toBe(1);
    endPage();
    await show("/page?explain=tomorrow");
    await expect.element(figure(/^Captured/)).toBeVisible();
    expect(dimmed()).toBe(0);
  });

  test("stands one below the other on a phone, each figure named", async () => {
    await page.viewport(390, 844);
    await show();
    await expect.element(page.getByRole("list", { name: "Postings" })).toBeVisible();
    const cards = page.getByRole("list", { name: "Postings" }).getByRole("listitem");
    await expect.element(cards.nth(1)).toMatchTextContent(/Debit.*Credit.*Amount3\.20USDPending after96\.80USD$/);
    expect(page.getByRole("table").elements()).toEqual([]);
  });

  test("is said to be nothing before anything is", async () => {
    explanation = buildExplanation({ lines: [], journals: [] });
    await show();
    await expect.element(page.getByText("Nothing has been booked for this order yet.")).toBeVisible();
    expect(page.getByText("Balanced").elements()).toEqual([]);
  });

  test("that cannot be read is said with its reason", async () => {
    server.answer(coinOrder, "explain", () => refusal({ status: 503, message: "The database is away." }));
    await show();
    await expect.element(page.getByText("The database is away.")).toBeVisible();
  });

  test("in several currencies names the currency in each row", async () => {
    explanation = buildExplanation({
      journals: [
        journal("jrn_1", "J01", posting("gw:gateway_receivable:ga_1:JPY", "sys:fx_position:JPY", "15000", "JPY")),
        journal("jrn_2", "J01", posting("sys:fx_position:USD", pending, "10000")),
      ],
    });
    await show();
    await expect.element(page.getByRole("columnheader", { name: "Amount", exact: true })).toBeVisible();
    await expect.element(page.getByText("15,000JPY").first()).toBeVisible();
  });
});

describe("the price of an order", () => {
  const rule = { percent: 29_000, fixed: "30", currency: "USD" };

  test.each([
    ["share and fixed part", rule, "2.9 % + 0.30 USD"],
    ["a share alone", { ...rule, fixed: "0" }, "2.9 %"],
    ["in dinars", { ...rule, currency: "KWD" }, "2.9 % + 0.030 KWD"],
    [
      "capped",
      { ...rule, waived: "12" },
      "2.9 % + 0.30 USD; 0.12 USD waived, as a payment never costs more than it brings",
    ],
    ["free to exceed", { ...rule, mayExceed: true }, "2.9 % + 0.30 USD; may exceed the payment"],
    ["of an older shape", { share: 1 }, ""],
  ])("is told with its fee: %s", async (_what, feeRule, told) => {
    explanation = buildExplanation({ feeRule });
    await show();
    await expect.element(figure(/^Transaction fee/)).toMatchTextContent(`Transaction fee−3.20USD${told}`);
  });

  test("is told with its tax", async () => {
    explanation = buildExplanation({
      lines: [line("tax", "-19", ["jrn_2"])],
      feeRule: { ...rule, tax: { rate: 60_000 } },
    });
    await show();
    await expect.element(figure(/^Tax on the fee/)).toMatchTextContent("−0.19USD6 %");
  });
});

describe("the calls behind an order", () => {
  const exchange = (parts: object) =>
    recordOf(OrderExchange, {
      id: "x1",
      time: at,
      operation: "createOrder",
      httpMethod: "POST",
      url: "/v1/orders",
      httpStatus: 200,
      latencyMs: 41,
      ...parts,
    });

  test("are told in a line each, and open to what was said, JSON or not", async () => {
    server.answer(coinOrder, "log", () => [
      exchange({ requestBody: '{"amount":"100"}', responseBody: "not json", requestId: "req_1" }),
      exchange({ id: "x2", httpStatus: null, latencyMs: null, httpMethod: null, url: null, operation: "notify" }),
    ]);
    await renderPage(<OrderLog id={id} />);
    const lines = page.getByRole("group");
    await expect.element(lines.first()).toMatchTextContent(/createOrderPOST \/v1\/orders20041 ms/);
    await expect.element(lines.nth(1)).toMatchTextContent(/notify–/);
    await lines.first().getByText("createOrder").click();
    await expect.element(page.getByText("not json", { exact: false }).first()).toBeVisible();
    await expect.element(page.getByText("req_1")).toBeVisible();
  });

  test("are said to be none", async () => {
    server.answer(coinOrder, "log", () => []);
    await renderPage(<OrderLog id={id} />);
    await expect.element(page.getByText("No API calls yet.")).toBeVisible();
  });
});

describe("what an order would come to now", () => {
  const price = {
    currency: "USD" as const,
    value: "10000",
    fee: "320",
    tax: "0",
    net: "9680",
    cost: "120",
    costCurrency: "EUR" as const,
  };
  const order = recordOf(CoinOrderDetail, {
    id,
    merchantId,
    currency: "JPY",
    attempts: [{ paymentMethod: "card_visa" }] as never,
  });
  const simulation = (parts: object): OrderSimulation =>
    ({
      method: "card_visa",
      amount: "15000",
      currency: "JPY",
      route: { candidates: [], chosen: null, excluded: [], strategy: "priority", version: "" },
      price,
      rate: null,
      rule: null,
      problem: null,
      agreed: null,
      booked: null,
      bookedAccountId: null,
      ...parts,
    }) as unknown as OrderSimulation;

  test.each([
    ["merPaymentMethodCfg.feeRuleMissing", "Nothing is agreed with the merchant that prices this payment."],
    ["coinOrder.noRoute", "No gateway account can take this payment."],
  ])("is refused as a payment would be: %s", async (problem, told) => {
    server.answer(coinOrder, "simulate", () => simulation({ price: null, problem }));
    await renderPage(<OrderSimulationCard order={order} />);
    await expect.element(page.getByText(told)).toBeVisible();
    expect(server.inputs(coinOrder, "simulate")).toMatchObject([{ id, merchantId, method: "card_visa" }]);
  });

  test("stands beside what was booked, the cost in its own currency, and the amount as converted", async () => {
    server.answer(coinOrder, "simulate", () => simulation({ booked: { ...price, fee: "300", net: "9700" } }));
    await renderPage(<OrderSimulationCard order={order} />);
    await expect
      .element(page.getByRole("row", { name: /^Converted/ }))
      .toMatchTextContent("Converted100.00USD100.00USD");
    await expect
      .element(page.getByRole("row", { name: /^Transaction fee/ }))
      .toMatchTextContent("Transaction fee3.00USD3.20USD");
    await expect
      .element(page.getByRole("row", { name: /^Gateway cost/ }))
      .toMatchTextContent("Gateway cost1.20EUR1.20EUR");
    expect(page.getByRole("columnheader", { name: "As agreed when sent" }).elements()).toEqual([]);
  });

  test("is not asked for before a method is chosen", async () => {
    await renderPage(<OrderSimulationCard order={{ ...order, attempts: [] }} />);
    await expect.element(page.getByText(/^What this order would come to/)).toBeVisible();
    expect(server.inputs(coinOrder, "simulate")).toEqual([]);
  });
});
