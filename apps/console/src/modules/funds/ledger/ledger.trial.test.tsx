import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { Periods } from "./ledger.periods.detail.tsx";
import { TrialBalance } from "./ledger.trial.detail.tsx";

const account = (accountCode: string, side: "debit" | "credit", amount: string, currency = "USD") => ({
  accountCode,
  kind: accountCode.split(":")[2] ?? "",
  currency: currency as "USD",
  side,
  amount,
  merchants: 3,
});

let server: FakeServer;
let accounts: ReturnType<typeof account>[];
let totals: { currency: "USD"; debit: string; credit: string }[];

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([ledger]);
  accounts = [account("mer:*:pending:USD", "credit", "10000"), account("gw:gateway_receivable:USD", "debit", "10000")];
  totals = [{ currency: "USD", debit: "10000", credit: "10000" }];
  server = startFakeServer();
  server.answer(ledger, "trialBalance", ({ asOf }) => ({ asOf: asOf ?? null, accounts, totals }) as never);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the trial balance", () => {
  const row = (name: RegExp) => page.getByRole("row", { name });

  test.each([
    ["credit", "10000", /^Pending.*3100\.00 ?USD$/, 3],
    ["credit", "-10000", /^Pending.*3100\.00 ?USD$/, 2],
    ["debit", "10000", /^Pending.*3100\.00 ?USD$/, 2],
    ["debit", "-10000", /^Pending.*3100\.00 ?USD$/, 3],
  ] as const)(
    "puts an account that counts by its %s with %s on the side that it stands on, without a sign",
    async (side, amount, told, cell) => {
      accounts = [account("mer:*:pending:USD", side, amount)];
      await renderPage(<TrialBalance />);
      await expect.element(row(/^Pending/)).toMatchTextContent(told);
      const cells = row(/^Pending/)
        .getByRole("cell")
        .elements();
      expect(cells[cell]?.textContent).toContain("100.00");
      expect(cells[cell === 3 ? 2 : 3]?.textContent).toBe("");
      expect(row(/^Pending/).element().textContent).not.toContain("−");
    },
  );

  test("shows no figure for an account that holds nothing", async () => {
    accounts = [account("mer:*:pending:USD", "credit", "0")];
    await renderPage(<TrialBalance />);
    await expect.element(row(/^Pending/)).toBeVisible();
    expect(row(/^Pending/).element().textContent).not.toContain("0.00");
  });

  test("says of each currency by itself whether both sides are equal", async () => {
    totals = [totals[0], { currency: "JPY" as "USD", debit: "500", credit: "499" }] as typeof totals;
    accounts = [...accounts, account("mer:*:pending:JPY", "credit", "499", "JPY")];
    await renderPage(<TrialBalance />);
    await expect.element(page.getByText("Debits equal credits")).toBeVisible();
    await expect.element(page.getByText("Debits and credits differ")).toBeVisible();
    await expect.element(page.getByRole("region", { name: /JPY$/ })).toMatchTextContent(/Total500 ?JPY499 ?JPY/);
  });

  test("of books without a posting says when accounts appear", async () => {
    accounts = [];
    totals = [];
    await renderPage(<TrialBalance />);
    await expect.element(page.getByText(/^Nothing has been booked yet/)).toBeVisible();
  });

  test("that cannot be read is said, with a way to try again", async () => {
    server.answer(ledger, "trialBalance", () => refusal({ status: 503, message: "The database is away." }));
    await renderPage(<TrialBalance />);
    await expect.element(page.getByText("The database is away.")).toBeVisible();
  });

  test("leads from an account to its merchants, and to no account that only contains its name", async () => {
    const held = (id: string, accountCode: string, merchantName: string) => ({
      id,
      accountCode,
      merchantName,
      merchantId: `mer_${"1".repeat(26)}`,
      mode: "live",
      kind: "pending",
      currency: "USD",
      amount: "700",
    });
    server.answer(
      ledger,
      "accountPage",
      (input) =>
        pageOfRows(
          [held("1", "mer:mer_1:pending:USD", "Corner shop"), held("2", "mer:mer_1:pending:USD:old", "Other")],
          input,
        ) as never,
    );
    await renderPage(<TrialBalance />);
    await page.getByRole("button", { name: /^Pending/ }).click();
    await expect.element(page.getByRole("dialog").getByText("Corner shop")).toBeVisible();
    expect(page.getByText("Other").elements()).toEqual([]);
    expect(server.inputs(ledger, "accountPage")).toMatchObject([{ accountCode: ":pending:USD", currency: ["USD"] }]);
  });
});

describe("the months of the books", () => {
  const period = (month: string, status: "open" | "closed") => ({
    month,
    status,
    updateTime: null,
    updateUserName: null,
  });
  const running = new Date().toISOString().slice(0, 7);

  test.each([
    ["2020-01", "open", "Close month"],
    ["2020-01", "closed", "Open month"],
    [running, "open", undefined],
  ] as const)("%s, which is %s, offers %s", async (month, status, label) => {
    server.answer(ledger, "periods", () => [period(month, status)]);
    await renderPage(<Periods />);
    await expect.element(page.getByText(month)).toBeVisible();
    expect(
      page
        .getByRole("button")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(label ? [label] : []);
  });

  test("are closed with a reason, by those who may", async () => {
    server.answer(ledger, "periods", () => [period("2020-01", "open")]);
    server.answer(ledger, "closePeriod", () => refusal({ status: 409, message: "2020-01 is not over yet." }));
    await renderPage(<Periods />);
    await page.getByRole("button", { name: "Close month" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("audited");
    await dialog.getByRole("button", { name: /^(Close month|Save)$/ }).click();
    await expect.poll(() => server.inputs(ledger, "closePeriod")).toEqual([{ month: "2020-01", reason: "audited" }]);
    await expect.element(page.getByText("2020-01 is not over yet.", { exact: false }).first()).toBeVisible();
    endPage();
    signInFor([ledger], ["periods"]);
    await renderPage(<Periods />);
    await expect.element(page.getByText("2020-01")).toBeVisible();
    expect(page.getByRole("button").elements()).toEqual([]);
  });
});
