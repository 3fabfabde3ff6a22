import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { PayoutOrderDetail } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { PayoutOrderPanel } from "./payout-order.detail.tsx";
import { PayoutFileAdd } from "./payout-order.file.form.tsx";

const nothing = Object.fromEntries(Object.keys(PayoutOrderDetail.shape).map((name) => [name, null]));
const at = "2026-11-21T09:00:00.000Z";
const buckets = { pending: "0", available: "100000", reserve: "0", frozen: "20100", inTransit: "0", currency: "USD" };
const no = Object.fromEntries(Object.keys(PayoutOrderDetail.shape.abilities.shape).map((name) => [name, false]));

const build = (parts: object = {}): PayoutOrderDetail =>
  PayoutOrderDetail.parse({
    ...nothing,
    id: `pyo_${"0".repeat(26)}`,
    payoutOrderNo: "PY20261121N2A7QK05DV",
    merchantPayoutNo: "P-1",
    merchantId: `mer_${"0".repeat(26)}`,
    mode: "test",
    currency: "USD",
    amount: "20000",
    feeMode: "on_top",
    feeAmount: "100",
    debitedAmount: "20100",
    sentAmount: "20000",
    method: "bank_local",
    beneficiaryType: "company",
    beneficiaryName: "Paper Mill Inc",
    country: "US",
    accountLabel: "Paper Bank ·· 0001",
    purpose: "supplier",
    status: "review",
    riskFlags: ["new_beneficiary"],
    approvalsNeeded: 1,
    applyTime: at,
    isOwn: false,
    version: 2,
    allocations: [],
    abilities: no,
    review: {
      before: buckets,
      now: { ...buckets, available: "90000" },
      isCovered: true,
      negativeCurrency: null,
      approvals: [],
      payout: null,
      screened: [],
      paidBefore: 0,
    },
    ...parts,
  });

afterEach(endPage);

test("whoever approves sees the position, what stands out and what to compare", async () => {
  signInFor([payoutOrder]);
  await renderPage(<PayoutOrderPanel row={build()} />);
  await expect.element(page.getByText("Still covered")).toBeVisible();
  await expect.element(page.getByText("This beneficiary was never paid before")).toBeVisible();
  await expect.element(page.getByText("sanctions lists", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Paper Bank ·· 0001")).toBeVisible();
});

test("whoever approves sees which listed names are alike, and that each has to be explained", async () => {
  signInFor([payoutOrder]);
  const match = {
    id: 7,
    kind: "individual",
    name: "Ivan Sidorov",
    country: null,
    list: "OFAC-SDN",
    reference: "12345",
  } as const;
  const row = build();
  const review = row.review && { ...row.review, screened: [{ ...match, likeness: 92 }] };
  await renderPage(<PayoutOrderPanel row={build({ review })} />);
  await expect.element(page.getByText("Ivan Sidorov · OFAC-SDN 12345 · 92 % alike")).toBeVisible();
  await expect.element(page.getByText("Two people agree", { exact: false })).toBeVisible();
});

test("a file is paid only once every row was seen, and refused rows are left out only knowingly", async () => {
  signInFor([payoutOrder]);
  const row = { beneficiaryName: "Paper Mill Inc", country: "US", currency: "USD", feeAmount: "100" };
  const checked = {
    rows: [
      {
        ...row,
        row: 2,
        verdict: "review",
        refusal: null,
        merchantPayoutNo: "F-1",
        amount: "2000",
        debitedAmount: "2100",
      },
      {
        ...row,
        row: 3,
        verdict: "refused",
        refusal: "Bank code: no",
        merchantPayoutNo: "F-2",
        amount: "10",
        debitedAmount: null,
      },
    ],
    totals: [
      { verdict: "review", currency: "USD", count: 1, amount: "2000", feeAmount: "100", debitedAmount: "2100" },
      { verdict: "refused", currency: "USD", count: 1, amount: "10", feeAmount: null, debitedAmount: null },
    ],
  };
  const server = startFakeServer();
  server.answer(payoutOrder, "batchCheck", () => checked as never);
  let paid: unknown;
  server.answer(payoutOrder, "batchAdd", (input) => {
    paid = input;
    return { added: 1, present: 0, leftOut: 1 };
  });
  await renderPage(<PayoutFileAdd record={undefined as never} onClose={() => {}} />);
  const pay = page.getByRole("button", { name: /^Pay out \d/ });
  await expect.element(pay).toBeDisabled();
  await page.getByLabelText("Choose a file").upload(new File(["a,b"], "payouts.csv"));
  await expect.element(page.getByText("Bank code: no")).toBeVisible();
  await expect.element(pay).toBeDisabled();
  await page.getByRole("checkbox").click();
  await pay.click();
  await expect.poll(() => paid).toMatchObject({ fileName: "payouts.csv", leaveOutRefused: true });
  server.stop();
});
