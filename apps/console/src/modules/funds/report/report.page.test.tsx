import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { reportWords } from "@countinghouse/contract/funds/report/report.messages.ts";
import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { decimalText, growthOf } from "@countinghouse/contract/funds/report/report-change.ts";
import { shownFigures } from "@countinghouse/contract/funds/report/report-fields.ts";
import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { daysOf, percentText, viewFrom } from "./report.address.policy.ts";
import { ReportByGatewayPage } from "./report-by-gateway.page.tsx";

const figures = {
  orderCount: 10,
  rejectedCount: 0,
  attemptedCount: 9,
  cohortPaidCount: 8,
  paidCount: 8,
  paySuccessRate: 888_889,
  conversionRate: 800_000,
  attemptApprovalRate: 888_889,
  firstTryApprovalRate: 777_778,
  salesAmount: "101248035",
  averageTicket: "12656004",
  refundCount: 2,
  refundAmount: "2345",
  refundRate: 125_000,
  refundAmountRate: 23,
  disputeCount: 0,
  disputeAmount: "0",
  disputeRate: 0,
  disputeWinRate: null,
  netSales: "101245690",
  feeAmount: "3166243",
  gatewayCost: "1812241",
  houseCost: "12300",
  margin: "1354002",
  avgLatencyMs: 240,
  errorRate: 0,
};
const before = { ...figures, salesAmount: "95157927", paidCount: 10, paySuccessRate: 881_000 };
const total = { currency: "USD" as const, ...figures, before };
const row = {
  date: null,
  gatewayId: "gw_1",
  gatewayName: "Airwallex",
  gatewayAccountId: "ga_1",
  gatewayAccountName: "Airwallex US-02",
  merchantId: null,
  merchantName: null,
  domain: null,
  paymentMethod: null,
  ...total,
};
const frame = {
  mode: "live" as const,
  timeZone: "Asia/Shanghai",
  fromDay: "2026-11-01",
  toDay: "2026-11-21",
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-11-22T00:00:00.000Z",
  beforeFromDay: "2026-10-11",
  beforeToDay: "2026-10-31",
  asOf: "2026-11-22T14:05:09.000Z",
  countedUntil: "2026-11-22T14:05:09.000Z",
};

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 1000);
  signInFor([reportByGateway, coinOrder]);
  server = startFakeServer();
  server.answer(reportByGateway, "page", () => ({
    ...frame,
    groupBy: "account" as const,
    rows: [row],
    totals: [total],
    base: null,
  }));
  server.answer(reportByGateway, "trend", () => ({
    ...frame,
    steps: ["2026-11-01"],
    stepsBefore: ["2026-10-11"],
    points: [],
    pointsBefore: [],
  }));
});
afterEach(() => {
  endPage();
  server.stop();
});

test("shows the figures beside the period before, and opens orders with exactly the filter", async () => {
  await renderPage(<ReportByGatewayPage />, "/page?period=2026-11-01..2026-11-21");
  await expect.element(page.getByRole("rowheader", { name: /Airwallex US-02/ })).toBeVisible();
  await expect.element(page.getByText("↑ 6.4 %").first()).toBeVisible();
  const orders = page.getByRole("link", { name: "10", exact: true }).first();
  const address = new URL(orders.element().getAttribute("href") ?? "", "http://x");
  expect(address.pathname).toBe("/trade/order");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    orderTime: "2026-11-01..2026-11-21",
    currency: "USD",
    gatewayAccountId: "ga_1",
    origin: "platform",
  });
});

test("shows the figures in the order in which a file has them", async () => {
  await renderPage(<ReportByGatewayPage />);
  await expect.element(page.getByRole("rowheader", { name: /Airwallex US-02/ })).toBeVisible();
  const headings = [...document.querySelectorAll(".report-table thead th")].map((cell) => cell.textContent ?? "");
  const places = shownFigures.map((figure) =>
    headings.findIndex((heading) => heading.startsWith(reportWords.en[figure])),
  );
  expect(shownFigures.filter((_figure, at) => (places[at] ?? -1) < 1)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("adds up over all currencies in one, says by which rates, and takes the days of a zone that somebody chose", async () => {
  const base = {
    currency: "USD" as const,
    rates: [
      {
        currency: "EUR" as const,
        sources: ["ecb" as const],
        firstTime: "2026-11-02T15:00:00.000Z",
        lastTime: "2026-11-20T15:00:00.000Z",
      },
    ],
    originals: [],
    converted: [],
  };
  server.answer(reportByGateway, "page", ({ baseCurrency }) => ({
    ...frame,
    groupBy: "account" as const,
    rows: [row],
    totals: [total],
    base: baseCurrency ? base : null,
  }));
  await renderPage(<ReportByGatewayPage />, "/page?period=2026-11-01..2026-11-21&timeZone=America/Lima");
  await page.getByRole("combobox", { name: "In one currency" }).selectOptions("USD");
  await expect.element(page.getByText("EUR/USD ECB reference rate", { exact: false })).toBeVisible();
  await expect.poll(() => document.querySelector(".report-fixed")?.textContent).toContain("UTC\u22125");
  expect(server.inputs(reportByGateway, "page").at(-1)).toMatchObject({
    baseCurrency: "USD",
    timeZone: "America/Lima",
  });
  expect(server.inputs(reportByGateway, "trend").at(-1)).toMatchObject({ baseCurrency: "USD" });
  expect(server.inputs(reportByGateway, "trend").at(-1)).not.toHaveProperty("currency");
  // Lists show other days than those of that zone.
  expect(page.getByRole("link", { name: "10", exact: true }).elements()).toEqual([]);
});

test("a currency without a rate is said with what to do and the way there, and is no failure to load", async () => {
  signInFor([reportByGateway, coinOrder, sysRate]);
  const message = "There is no rate from CNY to AUD of 2026-11-26 or the ten days before it.";
  server.answer(reportByGateway, "page", () =>
    refusal({ status: 422, message, bizCode: "reportByGateway.rateMissing" }),
  );
  await renderPage(<ReportByGatewayPage />, "/page?baseCurrency=AUD");
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Exchange rates" })).toHaveAttribute("href", "/finance/rate");
  expect(page.getByText("This could not be loaded.").elements()).toEqual([]);
});

test("means days of this month by it: on the first, which has no full day before it, the day itself", () => {
  expect(daysOf("thisMonth", "2026-11-02")).toEqual({ fromDay: "2026-11-01", toDay: "2026-11-01" });
  expect(daysOf("thisMonth", "2026-11-23")).toEqual({ fromDay: "2026-11-01", toDay: "2026-11-22" });
  expect(daysOf("thisMonth", "2026-11-01")).toEqual({ fromDay: "2026-11-01", toDay: "2026-11-01" });
  expect(daysOf("thisMonth", "2027-01-01")).toEqual({ fromDay: "2027-01-01", toDay: "2027-01-01" });
  expect(daysOf("lastMonth", "2026-11-01")).toEqual({ fromDay: "2026-10-01", toDay: "2026-10-31" });
});

/** One record of each kind that a report is narrowed to, found by its name. */
const found = {
  merchantId: { resource: merchant, row: { id: `mer_${"0".repeat(26)}`, name: "Nordlicht", merchantNo: "M-1" } },
  gatewayAccountId: {
    resource: gatewayAccount,
    row: { id: `ga_${"0".repeat(26)}`, name: "Nordlicht EU", accountNo: "A-1", gatewayName: "Nord", mode: "live" },
  },
  paymentMethod: { resource: paymentMethod, row: { id: `pm_${"0".repeat(26)}`, code: "card_visa", nameEn: "Visa" } },
};

/** Finds a record in the popover of further filters, by what people call it. */
async function choose(label: string, typed: string): Promise<void> {
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByTitle(new RegExp(typed, "i")).first().click();
}

const period = page.getByRole("combobox", { name: "Period" });

/** How a person sets each filter of a report, and what the report is asked for then. */
const filters: readonly { readonly name: string; set(): Promise<unknown>; readonly asked: object }[] = [
  {
    name: "a period by its name",
    set: () => period.selectOptions("Last month"),
    asked: daysOf("lastMonth", dayOf(Date.now(), "Asia/Shanghai")),
  },
  {
    name: "two days, in the reader's zone",
    set: async () => {
      await page.getByLabelText("To", { exact: true }).fill("2026-11-02");
      await page.getByLabelText("From", { exact: true }).fill("2026-10-31");
    },
    asked: { fromDay: "2026-10-31", toDay: "2026-11-02", timeZone: "Asia/Shanghai" },
  },
  {
    name: "a grouping",
    set: () => page.getByRole("combobox", { name: "Group by" }).selectOptions("Gateway"),
    asked: { groupBy: "gateway" },
  },
  {
    name: "a merchant by its name",
    set: () => choose("Merchant", "Nordlicht"),
    asked: { merchantId: [found.merchantId.row.id] },
  },
  {
    name: "an account by its name",
    set: () => choose("Gateway account", "Nordlicht"),
    asked: { gatewayAccountId: found.gatewayAccountId.row.id },
  },
  {
    name: "a method by its name",
    set: () => choose("Payment method", "Visa"),
    asked: { paymentMethod: ["card_visa"] },
  },
  {
    name: "a domain",
    set: async () => {
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByLabelText("Domain").fill("Pay.example.com");
      await userEvent.keyboard("{Enter}");
    },
    asked: { domain: "pay.example.com" },
  },
];

test.each(filters)("takes $name, asks for it and shows what it is answered", async ({ set, asked }) => {
  signInFor([reportByGateway, merchant, gatewayAccount, paymentMethod]);
  for (const { resource, row: only } of Object.values(found))
    server.answer(resource as never, "list" as never, (() => [only]) as never);
  server.answer(reportByGateway, "page", (input) => {
    const isNarrowed = Object.entries(asked).every(
      ([name, value]) => JSON.stringify(Reflect.get(input, name)) === JSON.stringify(value),
    );
    const rows = isNarrowed ? [{ ...row, gatewayName: "Narrowed", gatewayAccountName: "Narrowed" }] : [row];
    return { ...frame, base: null, groupBy: "account" as const, rows, totals: [total] };
  });
  await renderPage(<ReportByGatewayPage />, "/page?period=2026-11-01..2026-11-21");
  await expect.element(page.getByRole("rowheader", { name: /Airwallex US-02/ })).toBeVisible();
  await set();
  await expect.element(page.getByRole("rowheader", { name: /Narrowed/ })).toBeVisible();
});

test("says that there is nothing, and why that may be", async () => {
  server.answer(reportByGateway, "page", () => ({
    ...frame,
    groupBy: "account" as const,
    rows: [],
    totals: [],
    base: null,
  }));
  await renderPage(<ReportByGatewayPage />);
  await expect.element(page.getByText("Nothing in this period")).toBeVisible();
});

test("reads an address that somebody typed, and writes figures without rounding them twice", () => {
  expect(viewFrom(new URLSearchParams("period=nonsense&groupBy=x"), ["account"])).toMatchObject({
    period: "last30",
    groupBy: "account",
  });
  expect(growthOf("101248035", "95157927")).toBe(64);
  expect(growthOf("5", "0")).toBeNull();
  expect([percentText(880_812), percentText(null), decimalText(-5, 2)]).toEqual(["88.08 %", "–", "-0.05"]);
});
