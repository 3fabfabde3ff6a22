import { type BillDetail, billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { type CashoutDetail, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { type MerDepositDetail, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { type SettlementDetail, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { renderRecord } from "../../../../test/line-endings.tsx";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import recorded from "../../../../test/worked-life.txt?raw";
import { BillPanel } from "../billing/bill.detail.tsx";
import { CashoutPanel } from "../cashout/cashout.detail.tsx";
import { DepositPanel } from "../mer-deposit/mer-deposit.detail.tsx";
import { SettlementsPage } from "../settlements/settlements.page.tsx";
import { TrialBalance } from "./ledger.trial.detail.tsx";
import { MerchantBalanceList } from "./merchant-balance.list.tsx";

/*
 * The worked life of a merchant (acquiring-domain 4.14) on screen, number by number. What the pages are answered was
 * recorded where the life is lived, through the product's services: a run of that test compares the record.
 */

interface Life {
  readonly steps: readonly {
    readonly balances: MerchantBalance[];
    readonly trial: ResultOf<(typeof ledger)["operations"]["trialBalance"]>;
  }[];
  readonly settlement: SettlementDetail;
  readonly bill: BillDetail;
  readonly withdrawal: CashoutDetail;
  readonly hold: MerDepositDetail;
}
const life = JSON.parse(recorded) as Life;

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchantBalance, ledger, billing, settlements, cashout, merDeposit]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

/** A text without the marks inside amounts that nobody sees. */
const read = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s/g, " ").trim();

/** The table of 4.14 as its pages write it: five buckets, then receivable, clearing and bank, credits with a sign. */
const table: readonly (readonly [step: string, ...figures: readonly string[]])[] = [
  ["three captures, fees, costs", "387.24", "0.00", "0.00", "0.00", "0.00", "392.98", "", ""],
  ["refund O2 20.00 hold", "367.24", "0.00", "0.00", "20.00", "0.00", "392.98", "", ""],
  ["refund succeeds + fee 0.50", "366.74", "0.00", "0.00", "0.00", "0.00", "372.98", "", ""],
  ["batch settled", "0.00", "326.69", "40.05", "0.00", "0.00", "372.98", "", ""],
  ["O3 chargeback, scheme debit and cost", "0.00", "76.19", "40.05", "250.50", "0.00", "114.48", "250.50", ""],
  ["dispute penalty 15.00", "0.00", "61.19", "40.05", "250.50", "0.00", "114.48", "250.50", ""],
  ["cash-out 50.00 applied", "0.00", "11.19", "40.05", "300.50", "0.00", "114.48", "250.50", ""],
  ["approved", "0.00", "11.19", "40.05", "250.50", "50.00", "114.48", "250.50", ""],
  ["paid 49.00, fee 1.00", "0.00", "11.19", "40.05", "250.50", "0.00", "114.48", "250.50", "−49.00"],
  ["dispute lost", "0.00", "11.19", "40.05", "0.00", "0.00", "114.48", "", "−49.00"],
  ["refusal penalty 10.00", "0.00", "1.19", "40.05", "0.00", "0.00", "114.48", "", "−49.00"],
  ["gateway pays us", "0.00", "1.19", "40.05", "0.00", "0.00", "", "", "65.48"],
  ["reserve released after 180 days", "0.00", "41.24", "0.00", "0.00", "0.00", "", "", "65.48"],
];

/** The sum that accounts of a kind show: on the debit side as it is, on the credit side with a sign; empty for none. */
function shownOf(account: string): string {
  const row = document.querySelector(`.ledger-trial .account-code[title^="plt:${account}:"]`)?.closest("tr");
  const [debit = "", credit = ""] = [...(row?.querySelectorAll("td.ledger-figure:not(.ch-not-phone)") ?? [])].map(
    (cell) => read(cell).replace(/ ?USD/, ""),
  );
  return debit || (credit && `−${credit}`);
}

test("has a row of the table for each step that was recorded", () => {
  expect(life.steps).toHaveLength(table.length);
});

test.each(table.map((row, at) => [at, ...row] as const))("%i %s", async (at, _step, ...figures) => {
  const { balances, trial } = life.steps[at] as Life["steps"][number];
  server.answer(merchantBalance, "page", (input) => pageOfRows(balances, input) as never);
  await renderPage(<MerchantBalanceList />);
  const numbers = () => [...document.querySelectorAll(".ledger-number")].map((one) => read(one).replace(/ ?USD/, ""));
  await expect.poll(numbers).toEqual(figures.slice(0, 5));
  endPage();
  server.answer(ledger, "trialBalance", () => trial);
  await renderPage(<TrialBalance />);
  await expect.element(page.getByText("Debits equal credits")).toBeVisible();
  expect([shownOf("gateway_receivable"), shownOf("dispute_clearing"), shownOf("bank")]).toEqual(figures.slice(5));
});

test("the batch and its bill step down from 400.49 sold to 326.69 settled", async () => {
  server.answer(settlements, "detail", () => life.settlement);
  await renderRecord(SettlementsPage, life.settlement.id);
  const steps = () => read(document.querySelector(".funds-steps"));
  for (const figure of ["400.49", "13.01", "20.00", "0.74", "366.74", "40.05", "326.69"])
    await expect.poll(steps).toContain(figure);
  endPage();
  await renderPage(<BillPanel row={life.bill as never} />);
  for (const figure of ["400.49", "13.01", "20.00", "0.74", "366.74", "40.05", "326.69"])
    await expect.poll(steps).toContain(figure);
});

test("the withdrawal shows 50.00 asked, 1.00 of fee and 49.00 sent; the hold 40.05 that went back", async () => {
  await renderPage(<CashoutPanel row={life.withdrawal} />);
  const shown = () => read(document.body);
  for (const figure of ["50.00", "1.00", "49.00"]) await expect.poll(shown).toContain(figure);
  endPage();
  await renderPage(<DepositPanel row={life.hold} />);
  await expect.poll(() => read(document.querySelector(".deposit-ladder"))).toContain("40.05");
});
