import { usd } from "@countinghouse/money/build-money.ts";
import { type FeeTerms, feeOn, outboundFee } from "@countinghouse/money/fee.ts";
import { add, type Money, subtract, sum } from "@countinghouse/money/money.ts";
import { batchNet, settlementAmount } from "@countinghouse/money/netting.ts";
import { parsePercent } from "@countinghouse/money/rate.ts";
import { reserveOf } from "@countinghouse/money/reserve.ts";
import { taxOn } from "@countinghouse/money/tax.ts";
import { describe, expect, test } from "vitest";
import { bank, disputeClearing, gatewayReceivable, parseAccount } from "./account.ts";
import { balanceOf, everyBalance, trialBalance } from "./balance.ts";
import { gatewayCostAccrued, paymentCaptured, transactionFeeCharged } from "./capture.postings.ts";
import {
  disputeCostTaken,
  disputeHeld,
  disputeLost,
  disputePenaltyCharged,
  disputeTaken,
  refusalPenaltyCharged,
} from "./dispute.postings.ts";
import type { Entry } from "./entry.ts";
import { outboundApplied, outboundApproved, outboundPaid } from "./outbound.postings.ts";
import { positionOf } from "./position.ts";
import { gatewaySettled } from "./reconciliation.postings.ts";
import { refundFeeCharged, refundHeld, refundSucceeded } from "./refund.postings.ts";
import { batchSettled, reserveReleased } from "./settlement.postings.ts";

const flat = (percent: string, fixed: Money): FeeTerms => ({
  percent: parsePercent(percent),
  fixed,
  minimum: null,
  maximum: null,
});
const feeTerms = flat("2.9", usd(30));
const costTerms = flat("1.8", usd(10));
const sales = [usd(10_000), usd(4_999), usd(25_050)];
const m = { merchantId: "mer_1" };
const g = { ...m, gatewayAccountId: "gwa_1" };
const payoutAccountId = "bank_1";
const untaxed = (fee: Money) => ({ fee, tax: usd(0), taxCountry: "SG" });
const fees = sales.map((sale) => feeOn(sale, feeTerms).charged);
const taxes = fees.map((fee) => taxOn(fee, parsePercent("6")));
const costs = sales.map((sale) => feeOn(sale, costTerms).charged);

const captureEntries = sales.flatMap((amount, line) => [
  paymentCaptured({ ...g, amount }),
  transactionFeeCharged({ ...m, fee: fees[line] ?? usd(0), tax: taxes[line] ?? usd(0), taxCountry: "SG" }),
  gatewayCostAccrued({ ...g, amount: costs[line] ?? usd(0) }),
]);
const zero = usd(0);
const net = batchNet({
  gross: sum("USD", sales),
  transactionFee: sum("USD", fees),
  gatewayFee: zero,
  refund: usd(2_000),
  refundHandlingFee: usd(50),
  dispute: zero,
  disputePenalty: zero,
  refusalPenalty: zero,
  tax: sum("USD", taxes),
  fxDifference: zero,
  adjustment: zero,
});
const reserved = sales.map((gross) => ({ gross, ratio: parsePercent("10"), count: 1 }));
const reserve = reserveOf({ lines: reserved, cap: null, held: zero, net });
const cashout = { ...m, kind: "cashout", amount: usd(5_000) } as const;
const { fee: withdrawalFee } = outboundFee(cashout.amount, flat("0", usd(100)), "inside");

/**
 * Per step: what happened, and then pending, available, reserve, frozen, in transit, gateway receivable, dispute
 * clearing, bank.
 */
const life: [string, Entry[], number[]][] = [
  ["three captures, fees, costs", captureEntries, [38_724, 0, 0, 0, 0, 39_298, 0, 0]],
  [
    "a refund is held",
    [refundHeld({ ...m, bucket: "pending", amount: usd(2_000) })],
    [36_724, 0, 0, 2_000, 0, 39_298, 0, 0],
  ],
  [
    "the refund succeeds and costs its fee",
    [
      refundSucceeded({ ...g, amount: usd(2_000), converted: null }),
      refundFeeCharged({ ...m, bucket: "pending", ...untaxed(usd(50)) }),
    ],
    [36_674, 0, 0, 0, 0, 37_298, 0, 0],
  ],
  ["the batch is settled", [batchSettled({ ...m, net, reserve })], [0, 32_669, 4_005, 0, 0, 37_298, 0, 0]],
  [
    "a chargeback is held, taken and costs us",
    [
      disputeHeld({ ...m, bucket: "available", amount: usd(25_050) }),
      disputeTaken({ ...g, amount: usd(25_050) }),
      disputeCostTaken({ ...g, amount: usd(800) }),
    ],
    [0, 7_619, 4_005, 25_050, 0, 11_448, 25_050, 0],
  ],
  [
    "the dispute penalty",
    [disputePenaltyCharged({ ...m, bucket: "available", ...untaxed(usd(1_500)) })],
    [0, 6_119, 4_005, 25_050, 0, 11_448, 25_050, 0],
  ],
  ["a cash-out is applied for", [outboundApplied(cashout)], [0, 1_119, 4_005, 30_050, 0, 11_448, 25_050, 0]],
  ["approved", [outboundApproved(cashout)], [0, 1_119, 4_005, 25_050, 5_000, 11_448, 25_050, 0]],
  [
    "paid, the fee inside",
    [outboundPaid({ ...cashout, fee: withdrawalFee, payoutAccountId })],
    [0, 1_119, 4_005, 25_050, 0, 11_448, 25_050, -4_900],
  ],
  [
    "the dispute is lost",
    [disputeLost({ ...g, held: usd(25_050), converted: null })],
    [0, 1_119, 4_005, 0, 0, 11_448, 0, -4_900],
  ],
  [
    "the refusal penalty",
    [refusalPenaltyCharged({ ...m, ...untaxed(usd(1_000)) })],
    [0, 119, 4_005, 0, 0, 11_448, 0, -4_900],
  ],
  [
    "the gateway pays us",
    [gatewaySettled({ ...g, amount: usd(11_448), payoutAccountId })],
    [0, 119, 4_005, 0, 0, 0, 0, 6_548],
  ],
  ["the reserve is released", [reserveReleased({ ...m, amount: reserve })], [0, 4_124, 0, 0, 0, 0, 0, 6_548]],
];

const postingsUpTo = (step: number) =>
  life.slice(0, step + 1).flatMap(([, entries]) => entries.flatMap(({ postings }) => postings));

describe("the worked life of a merchant", () => {
  test("prices each line", () => {
    const minor = (amounts: Money[]) => amounts.map(({ amountMinor }) => Number(amountMinor));
    expect([minor(fees), minor(taxes), minor(costs)]).toEqual([
      [320, 175, 756],
      [19, 10, 45],
      [190, 100, 461],
    ]);
    const pending = sales.map((sale, line) => subtract(sale, add(fees[line] ?? zero, taxes[line] ?? zero)));
    expect(minor(pending)).toEqual([9_661, 4_814, 24_249]);
    expect([net, reserve, settlementAmount(net, reserve)]).toEqual([usd(36_674), usd(4_005), usd(32_669)]);
  });

  test.each(life.map(([name, , expected], step) => ({ name, expected, step })))("$name", ({ expected, step }) => {
    const postings = postingsUpTo(step);
    const {
      pending,
      available,
      reserve: held,
      frozen,
      in_transit,
    } = positionOf("mer_1", "USD", everyBalance(postings));
    const platform = [gatewayReceivable("USD", "gwa_1"), disputeClearing("USD", "gwa_1"), bank("USD", payoutAccountId)];
    const amounts = [
      pending,
      available,
      held,
      frozen,
      in_transit,
      ...platform.map((account) => balanceOf(account, postings)),
    ];
    expect(amounts.map(({ amountMinor }) => Number(amountMinor))).toEqual(expected);
  });

  test("closes with the bank holding what the merchant, the tax office and we own", () => {
    const balances = everyBalance(postingsUpTo(life.length - 1));
    const total = (kind: string) =>
      sum(
        "USD",
        balances.filter(({ account }) => parseAccount(account).kind === kind),
      );
    const profit = subtract(total("rev"), total("cost"));
    expect([total("rev"), total("cost"), profit, total("tax_payable")]).toEqual([
      usd(3_901),
      usd(1_551),
      usd(2_350),
      usd(74),
    ]);
    const merchant = positionOf("mer_1", "USD", balances).total;
    expect(total("bank")).toEqual(add(merchant, add(total("tax_payable"), profit)));
    const [trial] = trialBalance(balances);
    expect(trial?.debitMinor).toBe(trial?.creditMinor);
  });
});
