import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { BalanceExpected } from "./merchant-balance.expected.detail.tsx";

const merchantId = `mer_${"0".repeat(26)}`;
const row = { id: `${merchantId}.USD`, merchantId, currency: "USD", mode: "live" } as MerchantBalance;
const nothing = { refundAmount: "0", disputeAmount: "0", adjustmentAmount: "0", currency: "USD" } as const;

let server: FakeServer | undefined;
afterEach(() => {
  endPage();
  server?.stop();
});

describe("what comes when", () => {
  test("names each day with what it is made of, and leads to its lines", async () => {
    signInFor([merchantBalance, settlementLine], ["expected", "page"]);
    server = startFakeServer();
    server.answer(merchantBalance, "expected", () => [
      { ...nothing, dueDate: "2999-11-24", captureAmount: "30000", feeAmount: "-930", amount: "29070", lines: 6 },
      { ...nothing, dueDate: null, captureAmount: "700", feeAmount: "0", amount: "700", lines: 1 },
    ]);
    await renderPage(<BalanceExpected row={row} />, "/page");
    await expect.element(page.getByText("2999-11-24")).toBeVisible();
    await expect.element(page.getByText("Not dated yet")).toBeVisible();
    expect(page.getByText("Fees with tax").elements()).toHaveLength(1);
    // A part that comes to nothing is not named.
    expect(page.getByText("Refunds").elements()).toEqual([]);
    const [first, undated] = page.getByRole("link", { name: "Show lines" }).elements();
    const address = new URLSearchParams(first?.getAttribute("href")?.split("?")[1]);
    expect(Object.fromEntries(address)).toEqual({
      mode: "live",
      merchantId,
      currency: "USD",
      state: "open,batched",
      dueDate: "2999-11-24..2999-11-24",
    });
    expect(undated?.getAttribute("href")).not.toContain("dueDate");
  });

  test("begins with what comes next, and marks what was due on days that are over", async () => {
    signInFor([merchantBalance], ["expected"]);
    server = startFakeServer();
    const day = (dueDate: string) => ({
      ...nothing,
      dueDate,
      captureAmount: "1",
      feeAmount: "0",
      amount: "1",
      lines: 1,
    });
    server.answer(merchantBalance, "expected", () => [day("2020-01-02"), day("2020-01-03"), day("2999-01-01")]);
    await renderPage(<BalanceExpected row={row} />, "/page");
    await expect.element(page.getByText("2999-01-01")).toBeVisible();
    const titles = page
      .getByRole("heading")
      .elements()
      .map(({ textContent }) => textContent?.trim());
    expect(titles).toEqual(["2999-01-01", "2020-01-03 Was due; still waits", "2020-01-02 Was due; still waits"]);
  });

  test("tells the next fourteen days on which reserve goes back, and leads to the calendar", async () => {
    signInFor([merchantBalance, merDeposit], ["expected", "schedule"]);
    server = startFakeServer();
    server.answer(merchantBalance, "expected", () => []);
    const release = (day: string | null, amount: string) => ({
      day,
      currency: "USD" as const,
      amount,
      frozenAmount: "0",
      holds: 1,
      releasedAmount: "0",
    });
    const days = Array.from({ length: 16 }, (_, index) => release(`2999-01-${String(index + 10)}`, "400500"));
    server.answer(merDeposit, "schedule", () => ({
      days: [release("2999-01-01", "0"), ...days, release(null, "7")],
      closed: [],
    }));
    await renderPage(<BalanceExpected row={row} />, "/page");
    await expect.element(page.getByRole("heading", { name: "Reserve that goes back" })).toBeVisible();
    expect(page.getByRole("row").elements()).toHaveLength(14);
    expect(page.getByText("2999-01-01").elements()).toEqual([]);
    const link = page.getByRole("link", { name: "Show the calendar" }).element();
    expect(link.getAttribute("href")).toBe(`/finance/deposit?merchantId=${merchantId}&currency=USD`);
  });

  test("says so where nothing waits", async () => {
    signInFor([merchantBalance], ["expected"]);
    server = startFakeServer();
    server.answer(merchantBalance, "expected", () => []);
    await renderPage(<BalanceExpected row={row} />, "/page");
    await expect.element(page.getByText("Nothing waits to be settled.")).toBeVisible();
  });
});
