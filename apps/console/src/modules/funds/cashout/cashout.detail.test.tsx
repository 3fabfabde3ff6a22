import { CashoutDetail, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { CashoutPanel } from "./cashout.detail.tsx";

const nothing = Object.fromEntries(Object.keys(CashoutDetail.shape).map((name) => [name, null]));
const at = "2026-11-21T09:00:00.000Z";
const batchId = `bat_${"0".repeat(26)}`;
const buckets = { pending: "0", available: "0", reserve: "0", frozen: "0", inTransit: "0", currency: "USD" };

const build = (parts: object = {}): CashoutDetail =>
  CashoutDetail.parse({
    ...nothing,
    id: `cso_${"0".repeat(26)}`,
    cashoutNo: "CO20261121N2A7QK05DV",
    merchantId: `mer_${"0".repeat(26)}`,
    mode: "test",
    currency: "USD",
    amount: "20000",
    feeMode: "inside",
    feeAmount: "500",
    debitedAmount: "20000",
    sentAmount: "19500",
    targetCurrency: "USD",
    targetAmount: "19500",
    midAmount: "19500",
    payoutAccountId: `poa_${"0".repeat(26)}`,
    accountLabel: "Harbour Bank ·· 0001",
    status: "paid",
    riskFlags: [],
    approvalsNeeded: 1,
    applyTime: at,
    isOwn: false,
    version: 4,
    allocations: [],
    abilities: {
      cancel: false,
      submit: false,
      approve: false,
      reject: false,
      execute: false,
      mark: false,
      markReturned: false,
      resolveDifference: false,
      sync: false,
    },
    ...parts,
  });

/** A text by its figures alone: amounts hold marks that nobody sees. */
const figuresIn = ({ textContent }: Element): string => (textContent ?? "").replace(/[^\d.]/g, "");

afterEach(endPage);

test("a withdrawal tells of which settled batches it is made, and what no batch brought", async () => {
  signInFor([cashout]);
  const allocations = [
    { batchId, batchNo: "BT20261120N2A7QK05DV", date: "2026-11-20", amount: "18000", currency: "USD" },
    { batchId: null, batchNo: null, date: null, amount: "2000", currency: "USD" },
  ];
  await renderPage(<CashoutPanel row={build({ allocations })} />);
  const made = page.getByRole("list").filter({ hasText: "Other movements of the balance" });
  await expect
    .element(page.getByRole("link", { name: "BT20261120N2A7QK05DV" }))
    .toHaveAttribute("href", expect.stringContaining(`/finance/settlement/${batchId}`));
  expect(figuresIn(made.element())).toContain("180.00");
});

test("one that waits for money at the provider says what there is", async () => {
  signInFor([cashout]);
  const payout = {
    payoutNo: "PO20261121N2A7QK05DV",
    status: "created",
    attempts: 0,
    nextRetryTime: "2026-11-21T09:15:00.000Z",
    providerReference: null,
    fundingAccount: "Our Bank ·· 7766",
    isByHand: false,
    difference: null,
    shortSince: at,
    availableAmount: "4999",
    currency: "USD",
  };
  const review = {
    before: buckets,
    now: buckets,
    isCovered: true,
    negativeCurrency: null,
    targetAmount: "19500",
    askedTargetAmount: "19500",
    fxRate: null,
    isRateWorse: false,
    isPriced: true,
    approvals: [],
    accountStatus: { isUsable: true, lastChangeTime: at, holderName: "Shop Limited" },
    payout,
  };
  await renderPage(<CashoutPanel row={build({ status: "processing", review })} />);
  const told = page.getByText("7766 holds", { exact: false });
  await expect.element(told).toBeVisible();
  expect(figuresIn(told.element())).toContain("49.99");
});
