import { type BankLine, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import {
  type BankPreview,
  type BankStatementDetail,
  bankStatement,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endEveryLine, renderRecord } from "../../../../test/line-endings.tsx";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { BankImport } from "./bank-statement.import.form.tsx";
import { BankStatementPage } from "./bank-statement.page.tsx";

const id = `bst_${"0".repeat(26)}`;
const account = `poa_${"0".repeat(26)}`;
const at = "2026-11-22T06:10:00.000Z";
const usd = { currency: "USD" } as const;

const statement: BankStatementDetail = {
  id,
  statementNo: "BS20261122K7W0ZB4HXE",
  mode: "test",
  payoutAccountId: account,
  accountName: "Harbour Bank ·· 0001",
  bankNo: "42",
  format: "camt053",
  fileName: "statement.xml",
  fileHash: `4be1${"0".repeat(56)}90d7`,
  source: "upload",
  fromDate: "2026-11-21",
  toDate: "2026-11-21",
  ...usd,
  lineCount: 3,
  openingAmount: "100000",
  creditAmount: "98580",
  debitAmount: "50000",
  closingAmount: "148580",
  openCount: 2,
  openAmount: "50000",
  openSince: at,
  status: "exceptions",
  checks: { formerNo: "BS20261121AAAAAAAAAA", formerClosing: "90000", follows: false },
  bookAmount: "98580",
  groups: [
    { group: "toConfirm", count: 2, ...usd, amount: "-50000" },
    { group: "matched", count: 1, ...usd, amount: "98580" },
  ],
  ages: [{ age: "today", count: 2, ...usd, amount: "50000" }],
  version: 3,
  createTime: at,
  createUserName: "Ada",
  updateTime: at,
  updateUserName: "System",
};

const line = (parts: Partial<BankLine>): BankLine => ({
  id: `bsl_${"0".repeat(26)}`,
  statementId: id,
  statementNo: statement.statementNo,
  mode: "test",
  payoutAccountId: account,
  accountName: statement.accountName,
  lineNo: 2,
  type: "transfer",
  bookingDate: "2026-11-21",
  valueDate: "2026-11-21",
  ...usd,
  amount: "-30000",
  bankCode: "PMNT/ICDT/ESCT",
  bankRef: "B1",
  endToEndId: "PO20261121AAAAAAAAAA",
  partyName: "Corner shop",
  partyAccount: "5432",
  remittance: "Withdrawal",
  ourMerchantId: `mer_${"0".repeat(26)}`,
  merchantName: "Corner shop",
  ourRefType: "payout",
  ourRefId: `pyt_${"0".repeat(26)}`,
  ourRefNo: "PO20261121AAAAAAAAAA",
  ourSourceId: `cas_${"0".repeat(26)}`,
  ourSourceNo: "CO20261121AAAAAAAAAA",
  ourCurrency: "USD",
  ourAmount: "-30000",
  toldCurrency: null,
  toldAmount: null,
  exchangeRate: null,
  exchangeAmount: null,
  ourDate: "2026-11-20",
  matchStatus: "unbooked",
  difference: "-30000",
  chargeAmount: "0",
  lossAmount: "0",
  suspenseAmount: "0",
  status: "open",
  resolution: null,
  remark: null,
  resolveUserName: null,
  resolveTime: null,
  since: at,
  version: 2,
  ...parts,
});
const other = line({ id: `bsl_${"1".repeat(26)}`, lineNo: 3, amount: "-20000", ourAmount: "-20000" });

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 1100);
  signInFor([bankStatement, bankLine, payoutAccount]);
  server = startFakeServer();
  server.answer(bankStatement, "detail", () => statement);
  server.answer(bankLine, "page", (input) => pageOfRows([line({}), other] as never, input));
  server.answer(bankLine, "plan", () => ({
    count: 2,
    ...usd,
    amount: "-50000",
    effects: [{ resolution: "paid" as const, event: "J43", count: 2, ...usd, amount: "-50000", exchangeAmount: null }],
    takesTwo: true,
  }));
  server.answer(bankLine, "resolve", () => ({ count: 2 }));
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a bank statement", () => {
  test("says what it follows, and ends lines of one cause once what that does was shown", async () => {
    await renderRecord(BankStatementPage, id);
    await expect.element(page.getByText("a statement is missing", { exact: false })).toBeVisible();
    await expect.element(page.getByText("2 lines to be ended")).toBeVisible();
    await expect.element(page.getByText("Bank, line 2")).toBeVisible();
    await endEveryLine({
      server,
      resource: bankLine,
      lines: [line({}), other],
      deed: "Confirm",
      resolution: "confirm",
      told: ["Withdrawal marked as paid ×2 · J43"],
      reason: "As the bank says",
    });
  });
});

describe("a line in another currency than it pays", () => {
  const exchanged = line({
    amount: "-27150",
    currency: "EUR",
    matchStatus: "exchanged",
    toldCurrency: "USD",
    toldAmount: "-30000",
    difference: "-27150",
  });

  test("shows both amounts, what the bank says was ordered, and what the rate costs before somebody confirms", async () => {
    server.answer(bankLine, "page", (input) => pageOfRows([exchanged] as never, input));
    const eur = { currency: "EUR", amount: "-27150" } as const;
    server.answer(bankLine, "plan", () => ({
      count: 1,
      ...eur,
      effects: [{ resolution: "exchanged" as const, event: "J46", count: 1, ...eur, exchangeAmount: "150" }],
      takesTwo: true,
    }));
    await renderRecord(BankStatementPage, id);
    const shown = page.getByRole("region", { name: "Line" });
    await expect.element(shown.getByText("Ordered")).toBeVisible();
    await expect.element(shown.getByText("300.00", { exact: false }).first()).toBeVisible();
    await page.getByText("Confirm", { exact: true }).first().click();
    await expect.element(page.getByText("Booked with its exchange difference ×1 · J46")).toBeVisible();
    await expect.element(page.getByText("Exchange loss", { exact: false })).toBeVisible();
  });

  test("shows the rate and the loss that were booked", async () => {
    const ended = line({
      ...exchanged,
      status: "resolved",
      resolution: "exchanged",
      remark: "Paid in euros",
      exchangeRate: "0.9",
      exchangeAmount: "150",
    });
    server.answer(bankLine, "page", (input) => pageOfRows([ended] as never, input));
    await renderRecord(BankStatementPage, id);
    await expect.element(page.getByText("Mid rate")).toBeVisible();
    await expect.element(page.getByText("0.9", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Exchange loss")).toBeVisible();
  });
});

describe("a line that pays several transfers", () => {
  test("is matched with those it names once both sides come to the same, and shows which they were", async () => {
    const together = line({
      matchStatus: "combined",
      ourRefType: null,
      ourRefId: null,
      ourRefNo: null,
      ourSourceNo: null,
      ourSourceId: null,
      ourAmount: null,
      ourDate: null,
    });
    const recordOf = (at: number, amount: string, isNamed: boolean) => ({
      ourRefType: "payout" as const,
      ourRefId: `pyt_${String(at).repeat(26)}`,
      ourRefNo: `PY2026112${at}`,
      ourSourceNo: `CO2026112${at}`,
      ourMerchantId: `mer_${"0".repeat(26)}`,
      merchantName: "Corner shop",
      ...usd,
      amount,
      date: "2026-11-20",
      isNamed,
    });
    server.answer(bankLine, "page", (input) => pageOfRows([together] as never, input));
    server.answer(bankLine, "combinable", () => ({
      lines: [],
      records: [recordOf(1, "-10000", true), recordOf(2, "-15000", true), recordOf(3, "-5000", false)],
    }));
    server.answer(bankLine, "planCombining", () => ({
      count: 1,
      ...usd,
      amount: "-30000",
      ourAmount: "-30000",
      effects: [
        { resolution: "paid" as const, event: "J43", count: 3, ...usd, amount: "-30000", exchangeAmount: null },
      ],
      takesTwo: false,
    }));
    server.answer(bankLine, "combine", () => ({ count: 1 }));
    await renderRecord(BankStatementPage, id);
    await expect.element(page.getByText("Still apart")).toBeVisible();
    await page.getByRole("checkbox", { name: /CO20261123/ }).click();
    await expect.element(page.getByText("Withdrawal marked as paid ×3 · J43")).toBeVisible();
    await page.getByRole("textbox", { name: "Reason" }).fill("One payment file");
    await page.getByRole("button", { name: "Match together" }).click();
    await expect
      .poll(() => server.inputs(bankLine, "combine"))
      .toMatchObject([
        {
          items: [{ id: together.id, version: 2 }],
          records: [{ ourRefType: "payout" }, {}, {}],
          reason: "One payment file",
        },
      ]);
  });
});

describe("a table of a bank", () => {
  test("asks for its columns and balances before it is imported, and reads again what was changed", async () => {
    const read: BankPreview = {
      format: "csv",
      ...usd,
      statements: [],
      columns: ["Date", "Amount", "Text"].map((name) => ({ name, samples: [] })),
      mapping: { columns: { bookingDate: 0 }, dayOrder: "dayFirst", decimalSign: "." },
    };
    const { fromDate, toDate, lineCount, openingAmount, creditAmount, debitAmount, closingAmount } = statement;
    const figures = { fromDate, toDate, ...usd, lineCount, openingAmount, creditAmount, debitAmount, closingAmount };
    server.answer(bankStatement, "preview", (input) => ({
      ...read,
      mapping: input.mapping ?? read.mapping,
      statements: input.mapping ? [{ bankNo: "", ...figures, knownNo: null }] : [],
    }));
    server.answer(bankStatement, "import", () => ({ ids: [id] }));
    server.answer(payoutAccount, "page", (input) =>
      pageOfRows([{ id: account, bankName: "Harbour Bank", last4: "0001", currency: "USD" }] as never, input),
    );
    await renderPage(<BankImport onClose={() => {}} />);
    await page.getByRole("combobox", { name: "Our bank account" }).click();
    await page.getByTitle("Harbour Bank …0001 USD").click();
    const file = new File(["Date,Amount,Text\n"], "table.csv", { type: "text/csv" });
    await page.getByLabelText("Choose a file").upload(file);
    await page.getByRole("button", { name: "Read file" }).click();
    await expect.element(page.getByText("What the columns hold")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Read by these columns" })).toBeDisabled();
    await page.getByRole("combobox", { name: "Amount", exact: true }).click();
    await page.getByTitle("Amount", { exact: true }).last().click();
    await page.getByRole("textbox", { name: "Opening balance" }).fill("1000.00");
    await page.getByRole("textbox", { name: "Closing balance" }).fill("1485.80");
    await page.getByRole("button", { name: "Read by these columns" }).click();
    await page.getByRole("button", { name: "Import 1 statement" }).click();
    await expect
      .poll(() => server.inputs(bankStatement, "import"))
      .toMatchObject([
        {
          payoutAccountId: account,
          fileName: "table.csv",
          mapping: { columns: { bookingDate: 0, amount: 1 } },
          openingAmount: "100000",
          closingAmount: "148580",
        },
      ]);
  });
});
