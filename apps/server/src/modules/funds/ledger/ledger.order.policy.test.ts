import {
  gatewayCostAccrued,
  gatewayCostPassedOn,
  paymentCaptured,
  paymentCapturedConverted,
  transactionFeeCharged,
} from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { type Journal, reversalJournal } from "@countinghouse/ledger/journal.ts";
import { refundBounced, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { eur, usd } from "@countinghouse/money/build-money.ts";
import { describe, expect, test } from "vitest";
import { type OrderFigures, orderFindings } from "./ledger.order.policy.ts";

const at = { merchantId: "m", gatewayAccountId: "g" };
let made = 0;
const journal = (entry: Entry): Journal => ({
  ...entry,
  journalId: `j${++made}`,
  book: "live",
  eventId: "e",
  part: String(made),
  orderId: "o",
  effectiveDate: "2026-11-21",
  postedAt: "2026-11-21T10:00:00.000Z",
  description: "",
  operatorId: null,
  reversalOf: null,
});
const fee = (fee: number, tax: number) =>
  transactionFeeCharged({ merchantId: "m", fee: usd(fee), tax: usd(tax), taxCountry: "DE" });

const unpaid: OrderFigures = {
  id: "o",
  tenantId: 1,
  orderNo: "OR1",
  currency: "EUR",
  amount: "10000",
  capturedAmount: "0",
  refundedAmount: "0",
  surplusAmount: "0",
  dueBack: "0",
  settleCurrency: null,
  settleAmount: null,
  feeAmount: null,
  feeTaxAmount: null,
  netAmount: null,
  gatewayCostAmount: null,
  gatewayCostCurrency: null,
  fxRate: null,
  fx: null,
  feeRule: null,
  dueDate: null,
};

describe("orderFindings", () => {
  test("are none for an order without money, and for one in two converted parts whose cost is passed on", () => {
    expect(orderFindings(unpaid, [])).toEqual([]);
    const parts = [
      paymentCapturedConverted({ ...at, amount: eur(6_000), given: usd(6_500), midValue: usd(6_600) }),
      fee(200, 14),
      gatewayCostAccrued({ ...at, amount: eur(90) }),
      gatewayCostPassedOn({ merchantId: "m", amount: usd(99) }),
      // A rate that rounding turned against us.
      paymentCapturedConverted({ ...at, amount: eur(4_000), given: usd(4_401), midValue: usd(4_400) }),
      fee(100, 7),
      gatewayCostAccrued({ ...at, amount: eur(60) }),
      gatewayCostPassedOn({ merchantId: "m", amount: usd(66) }),
    ];
    const order = {
      ...unpaid,
      capturedAmount: "10000",
      settleCurrency: "USD",
      settleAmount: "10901",
      feeAmount: "300",
      feeTaxAmount: "21",
      netAmount: String(10_901 - 300 - 21 - 165),
      gatewayCostAmount: "150",
      gatewayCostCurrency: "EUR",
    };
    expect(orderFindings(order, parts.map(journal))).toEqual([]);
  });

  test("count what was refunded less what bounced", () => {
    const refund = refundSucceeded({ ...at, amount: usd(300), converted: null });
    const bounced = refundBounced({ ...at, bucket: "available", amount: usd(100), converted: null });
    const journals = [paymentCaptured({ ...at, amount: usd(1_000) }), refund, bounced].map(journal);
    const order = { ...unpaid, currency: "USD", capturedAmount: "1000", settleCurrency: "USD", settleAmount: "1000" };
    expect(orderFindings({ ...order, netAmount: "1000", refundedAmount: "200" }, journals)).toEqual([]);
    expect(orderFindings({ ...order, netAmount: "1000" }, journals)).toEqual([
      { law: "order_booked", table: "coin_orders", key: "o", column: "refunded_amount", expected: "200", found: "0" },
    ]);
  });

  test("take a journal that was undone for one that was never booked", () => {
    const first = journal(paymentCaptured({ ...at, amount: eur(1_000) }));
    const undone = reversalJournal(first, { ...first, journalId: "j_undo" });
    expect(orderFindings(unpaid, [first, undone])).toEqual([]);
    expect(orderFindings(unpaid, [first]).map(({ column }) => column)).toEqual([
      "captured_amount",
      "settle_currency",
      "settle_amount",
      "net_amount",
    ]);
  });

  test("count money beyond the order's amount as captured by no more than that, where it has no price", () => {
    const journals = [journal(paymentCaptured({ ...at, amount: eur(12_345) }))];
    const record = { orderId: "o", attemptId: "a", amount: "12345", currency: "EUR" };
    const surplus = { ...record, id: "e", capturedBefore: "0" };
    const capture = { ...record, status: "succeeded", isPriced: false };
    const order = { ...unpaid, capturedAmount: "10000", surplusAmount: "2345" };
    expect(orderFindings(order, journals, [{ ...surplus, capture }])).toEqual([]);
    const [hidden] = orderFindings({ ...order, surplusAmount: "0" }, journals, [{ ...surplus, capture }]);
    expect(hidden).toMatchObject({ column: "surplus_amount", expected: "2345", found: "0" });
    const named = orderFindings(order, journals, [{ ...surplus, capture: null }]);
    expect(named.map(({ table, column }) => [table, column])).toEqual([
      ["unpriced_captures", null],
      ["coin_orders", "captured_amount"],
      ["coin_orders", "settle_currency"],
      ["coin_orders", "settle_amount"],
      ["coin_orders", "net_amount"],
    ]);
  });

  test("name a currency that is not the one that was booked", () => {
    const journals = [paymentCaptured({ ...at, amount: usd(1_000) })].map(journal);
    const order = { ...unpaid, capturedAmount: "1000", settleCurrency: "EUR", settleAmount: "1000", netAmount: "1000" };
    expect(orderFindings(order, journals).map(({ column, expected }) => [column, expected])).toEqual([
      ["currency", "USD"],
      ["settle_currency", "USD"],
    ]);
  });
});
