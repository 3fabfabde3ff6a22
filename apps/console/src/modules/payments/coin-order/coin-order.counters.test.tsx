import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { CoinOrderList } from "./coin-order.list.tsx";

const id = `ord_${"0".repeat(26)}`;
const buildOrder = (parts: object = {}) =>
  recordOf(coinOrder.record, {
    id,
    orderNo: "OR20261121000001",
    merchantName: "Corner shop",
    merchantOrderNo: "A-1",
    origin: "platform",
    status: "paid",
    currency: "USD",
    amount: "10000",
    capturedAmount: "10000",
    refundedAmount: "0",
    orderTime: "2026-11-21T06:05:09.000Z",
    version: 1,
    ...parts,
  });

const sum = (currency: string, count: number, paidCount: number, amount: string, capturedAmount: string) => ({
  currency: currency as "USD",
  count,
  paidCount,
  amount,
  capturedAmount,
  refundedAmount: "0",
});

type Counted = ResultOf<(typeof coinOrder.operations)["statusCount"]>["counts"][number];
const counted = (
  status: Counted["status"],
  awaitingReason: Counted["awaitingReason"],
  count: number,
  isExact = true,
): Counted => ({ status, awaitingReason, count, isExact });

let server: FakeServer;
let order: ReturnType<typeof buildOrder>;
let summary: { currencies: ReturnType<typeof sum>[]; isExact: boolean };
const bar = page.getByRole("toolbar", { name: "Totals" });
const totals = page.getByRole("region", { name: "Totals" });
const counter = (name: RegExp) => bar.getByRole("button", { name });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder, orderRefund]);
  order = buildOrder();
  summary = { currencies: [sum("USD", 1_234, 1_000, "123456700", "99900")], isExact: true };
  server = startFakeServer();
  server.answer(coinOrder, "page", (input) => pageOfRows([order], input) as never);
  server.answer(coinOrder, "summary", () => summary);
  server.answer(coinOrder, "statusCount", () => ({
    total: 12_345,
    isExact: false,
    counts: [
      counted("paid", null, 10_000, false),
      counted("awaiting", "capture", 3),
      counted("awaiting", "retry", 4),
      counted("failed", null, 2),
    ],
    declined: { count: 6, isExact: true },
  }));
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the counters above the orders", () => {
  test("count each state whatever it waits for, say where there are more, and nought where there are none", async () => {
    await renderPage(<CoinOrderList />);
    await expect.element(counter(/^All/)).toMatchTextContent("All12,345+");
    await expect.element(counter(/^Paid/)).toMatchTextContent("Paid10,000+");
    await expect.element(counter(/^Awaiting/)).toMatchTextContent("Awaiting7");
    await expect.element(counter(/^Failed/)).toMatchTextContent("Failed2");
    await expect.element(counter(/^Cancelled/)).toMatchTextContent("Cancelled0");
    await expect.element(counter(/^Declined/)).toMatchTextContent("Declined6");
    expect(bar.getByRole("button").elements()).toHaveLength(OrderStatus.members.length + 2);
  });

  test("narrow the list to one state at a time, and to all again", async () => {
    const { search } = await renderPage(<CoinOrderList />, "/page?page=3&currency=USD");
    await counter(/^Paid/).click();
    await expect
      .poll(() => server.inputs(coinOrder, "page").at(-1))
      .toMatchObject({ status: ["paid"], currency: ["USD"] });
    await expect.element(counter(/^Paid/)).toHaveAttribute("aria-pressed", "true");
    expect(search().get("page") ?? "1").toBe("1");
    await counter(/^Declined/).click();
    await expect.poll(() => server.inputs(coinOrder, "page").at(-1)).toMatchObject({ isDeclined: true });
    expect(server.inputs(coinOrder, "page").at(-1)).not.toHaveProperty("status");
    await expect.element(counter(/^Paid/)).toHaveAttribute("aria-pressed", "false");
    await counter(/^All/).click();
    await expect.poll(() => server.inputs(coinOrder, "page").at(-1)).not.toHaveProperty("isDeclined");
    expect(server.inputs(coinOrder, "page").at(-1)).toMatchObject({ currency: ["USD"] });
    await expect.element(counter(/^All/)).toHaveAttribute("aria-pressed", "true");
  });

  test("leave the place of a figure open until it is known", async () => {
    server.answer(coinOrder, "statusCount", () => new Promise(() => {}));
    await renderPage(<CoinOrderList />);
    await expect.element(counter(/^Paid/)).toMatchTextContent("Paid–");
  });
});

describe("the sums below the orders", () => {
  test("are a currency at a time, with its decimals, and never across", async () => {
    summary = {
      currencies: [
        sum("USD", 3, 2, "30000", "20000"),
        sum("JPY", 1, 0, "10000", "0"),
        sum("KWD", 2, 2, "1500", "1500"),
      ],
      isExact: true,
    };
    await renderPage(<CoinOrderList />);
    await expect.element(totals).toMatchTextContent("USD · 3300.00USD");
    await expect.element(totals).toMatchTextContent("captured 200.00USD");
    await expect.element(totals).toMatchTextContent("JPY · 110,000JPY");
    await expect.element(totals).toMatchTextContent("KWD · 21.500KWD");
    await expect.element(totals).not.toMatchTextContent("More than");
    await expect.element(totals.getByTitle("2 of 3 paid")).toBeVisible();
  });

  test("say that they are those of the newest where there are more", async () => {
    summary = { ...summary, isExact: false };
    await renderPage(<CoinOrderList />);
    await expect.element(totals).toMatchTextContent(/More than 10,000 orders match; the newest 10,000 are added up\./);
  });

  test("are of the same filters as the rows, and gone where nothing matches", async () => {
    await renderPage(<CoinOrderList />, "/page?currency=EUR");
    await expect.poll(() => server.inputs(coinOrder, "summary").at(-1)).toMatchObject({ currency: ["EUR"] });
    await expect.element(totals).toBeVisible();
    endPage();
    summary = { currencies: [], isExact: true };
    await renderPage(<CoinOrderList />);
    await expect.element(page.getByText("100.00USD").first()).toBeVisible();
    expect(totals.elements()).toEqual([]);
  });
});

describe("a row of the orders", () => {
  const refundsOffered = () =>
    page
      .getByRole("row", { name: /OR20/ })
      .getByRole("button", { name: /Refund/ })
      .elements().length;

  test.each([
    ["something was taken", {}, 1],
    ["a unit of it is left", { refundedAmount: "9999" }, 1],
    ["all of it went back", { refundedAmount: "10000" }, 0],
    ["nothing was taken", { capturedAmount: "0" }, 0],
    ["it was taken elsewhere", { origin: "import" }, 0],
    ["more went back than was taken", { refundedAmount: "12000" }, 0],
  ])("offers a refund where %s", async (_why, parts, count) => {
    order = buildOrder(parts);
    await renderPage(<CoinOrderList />);
    await expect.element(page.getByText("100.00USD").first()).toBeVisible();
    await expect.poll(refundsOffered).toBe(count);
  });

  test("leads to its page, whichever way its number is cut", async () => {
    await renderPage(<CoinOrderList />);
    await expect.element(page.getByTitle("OR20261121000001")).toHaveAttribute("href", `/trade/order/${id}`);
  });

  test("stands under whose it is for the operator, and under its own number for a merchant", async () => {
    await renderPage(<CoinOrderList />);
    await expect.element(page.getByText("Corner shop")).toBeVisible();
    endPage();
    signInOfMerchant([coinOrder]);
    await renderPage(<CoinOrderList />);
    await expect.element(page.getByRole("columnheader", { name: /Merchant order no\./ })).toBeVisible();
    await expect.element(page.getByText("A-1", { exact: true })).toBeVisible();
    expect(page.getByText("Corner shop").elements()).toEqual([]);
  });

  test("keeps its amount and its state on a phone, and its sums without places", async () => {
    await page.viewport(390, 844);
    await renderPage(<CoinOrderList />);
    const rows = () => document.querySelector("ul.ch-phone-rows[aria-label]")?.textContent ?? "";
    await expect.poll(rows).toContain("100.00USD");
    expect(rows()).toContain("Paid");
    expect(totals.element().hasAttribute("data-placed")).toBe(false);
  });
});
