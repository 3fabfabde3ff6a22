import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { CoinOrderList } from "./coin-order.list.tsx";

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  server = startFakeServer();
  server.answer(coinOrder, "page", (input) => pageOfRows([], input));
  server.answer(coinOrder, "statusCount", () => ({
    total: 3,
    isExact: true,
    counts: [],
    declined: { count: 0, isExact: true },
  }));
  server.answer(coinOrder, "summary", () => ({
    currencies: [
      {
        currency: "USD" as const,
        count: 3,
        amount: "123456",
        paidCount: 2,
        capturedAmount: "100000",
        refundedAmount: "0",
      },
    ],
    isExact: true,
  }));
});
afterEach(() => {
  endPage();
  server.stop();
});

test("sums of the orders stand below their amounts, and below no other column", async () => {
  await renderPage(<CoinOrderList />);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect.element(totals).toBeVisible();
  const heading = [...document.querySelectorAll(".ch-table thead th")].find(({ textContent }) =>
    textContent?.startsWith("Amount"),
  );
  const column = heading?.getBoundingClientRect();
  const sum = totals.element().querySelector("span")?.getBoundingClientRect();
  expect(column?.width).toBeGreaterThan(100);
  expect(Math.abs((sum?.left ?? 0) - (column?.left ?? 0))).toBeLessThan(3);
  expect(sum?.right).toBeLessThanOrEqual((column?.right ?? 0) + 3);
});

test("sums of more currencies than fit beside one another begin at the same places line by line", async () => {
  const sum = { count: 3, amount: "123456", paidCount: 2, capturedAmount: "100000", refundedAmount: "0" };
  const codes = ["USD", "EUR", "GBP", "CNY", "TWD", "BRL", "HKD", "SGD"] as const;
  server.answer(coinOrder, "summary", () => ({
    currencies: codes.map((currency) => ({ currency, ...sum })),
    isExact: true,
  }));
  await page.viewport(1024, 768);
  await renderPage(<CoinOrderList />);
  await expect.element(page.getByRole("region", { name: "Totals" })).toBeVisible();
  await expect.poll(() => document.querySelectorAll(".order-totals-sums > span").length).toBe(codes.length);
  const boxes = [...document.querySelectorAll(".order-totals-sums > span")].map((one) => one.getBoundingClientRect());
  const lines = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()];
  const [first = []] = lines;
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines)
    expect(line.map(({ left }) => Math.round(left))).toEqual(
      first.slice(0, line.length).map(({ left }) => Math.round(left)),
    );
});
