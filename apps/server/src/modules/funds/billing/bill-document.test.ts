import type { MerchantBillDetail } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { describe, expect, test } from "vitest";
import { billDocument } from "./bill-document.service.ts";

/** The batch of acquiring-domain 4.14: three sales, a refund of one, 10 % of reserve. */
const amounts = {
  orderCount: 3,
  grossAmount: "40049",
  transactionFee: "1251",
  gatewayFee: "0",
  refundCount: 1,
  refundAmount: "2000",
  refundHandlingFee: "50",
  disputeCount: 0,
  disputeAmount: "0",
  disputePenalty: "0",
  refusalToPayPenalty: "0",
  taxAmount: "74",
  adjustmentAmount: "0",
  netAmount: "36674",
};
const bill = {
  ...amounts,
  currency: "USD",
  batch: "BT20260527ABCDEFGHJK",
  billingDate: "2026-05-26",
  settlementDate: "2026-05-27",
  periodFrom: "2026-05-20T16:00:00.000Z",
  periodTo: "2026-05-21T16:00:00.000Z",
  depositRatio: 100_000,
  depositAmount: "4005",
  settlementAmount: "32669",
  invoiceNo: "IV20260527ABCDEFGHJK",
  lines: [
    { ...amounts, paymentCategory: "card", currency: "USD" },
    { ...amounts, paymentCategory: "all", currency: "USD" },
  ],
  directMovements: { currency: "USD", openingAmount: "0", movements: [], closingAmount: "0", earlier: [] },
} as unknown as MerchantBillDetail;
const merchant = { legalName: "Brightwater Games Ltd", timezone: "Asia/Shanghai" };
const issuer = { name: "Countinghouse", address: "", registration: "", contact: "", bankAccount: "" };
const drawn = (of: MerchantBillDetail = bill, locale: (typeof locales)[number] = "en") =>
  billDocument({ bill: of, merchant, issuer, locale });
const isFilled = (text: string) => !/\{\w+\}/.test(text);

describe("a bill as a document", () => {
  test("leads from the sales to what is made available, to the cent", () => {
    const { summary, result, tables } = drawn();
    expect(summary.rows.map(({ label, value }) => [label, value])).toEqual([
      ["Sales", "400.49"],
      ["Refunds, 1", "−20.00"],
      ["Fees", "−13.01"],
      ["Tax on fees", "−0.74"],
      ["Batch net", "366.74"],
      ["Reserve, 10 %", "−40.05"],
      ["Made available, 2026-05-27", "326.69"],
    ]);
    expect(result).toEqual({ label: "Made available, 2026-05-27", amount: "326.69", currency: "USD" });
    expect(tables[0]?.sum).toEqual(["Sum", "3", "400.49", "12.51", "0.74"]);
    expect(tables[1]?.rows).toEqual([
      ["Refunds", "1", "20.00"],
      ["Refund handling fee", "", "0.50"],
    ]);
  });

  test("says its period in the merchant's own zone", () => {
    expect(drawn().facts[1]?.value).toBe("2026-05-21 00:00 – 2026-05-22 00:00, Asia/Shanghai");
  });

  test("says what is owed where a batch takes more than it brings", () => {
    const owed = { ...bill, netAmount: "-500", depositAmount: "0", settlementAmount: "-500" };
    expect(drawn(owed).result).toEqual({
      label: "Taken from your balance, 2026-05-27",
      amount: "−5.00",
      currency: "USD",
    });
  });

  test.each(locales)("leaves no place of a text open in %s", (locale) => {
    const { facts, result, tables, notes, summary, footer } = drawn(bill, locale);
    const texts = [
      ...facts.flatMap(({ label, value }) => [label, value]),
      result.label,
      ...tables.flatMap(({ title, columns }) => [title, ...columns.map(({ heading }) => heading)]),
      ...notes.flatMap(({ facts: told = [], text = [] }) => [...told.map(({ value }) => value), ...text]),
      ...summary.rows.map(({ label }) => label),
      summary.title,
      footer,
    ];
    expect(texts.filter((text) => !isFilled(text))).toEqual([]);
  });
});
