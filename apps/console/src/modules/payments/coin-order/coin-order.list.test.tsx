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
