import { usd } from "@countinghouse/money/build-money.ts";
import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { merchantAccount } from "./account.ts";
import {
  gatewayCostAccrued,
  paymentCaptured,
  paymentCapturedConverted,
  transactionFeeCharged,
} from "./capture.postings.ts";
import { disputeHeld } from "./dispute.postings.ts";
import { entry, reversal } from "./entry.ts";
import { balanceAdjusted } from "./reconciliation.postings.ts";
import { refundHeld, refundReleased } from "./refund.postings.ts";
import { balanceFrozen, batchSettled } from "./settlement.postings.ts";
import { settlementLine } from "./settlement-line.ts";

const m = { merchantId: "mer_1" };
const g = { ...m, gatewayAccountId: "gwa_1" };
const held = { ...m, bucket: "pending", amount: usd(2_000) } as const;
const fee = transactionFeeCharged({ ...m, fee: usd(320), tax: usd(19), taxCountry: "SG" });

describe("the settlement line of an entry", () => {
  test.each([
    ["a capture", paymentCaptured({ ...g, amount: usd(10_000) }), "capture", 10_000, 0],
    ["a fee with its tax", fee, "fee", -339, -19],
    ["a refund that is held", refundHeld(held), "refund", -2_000, 0],
    ["a refund that is released", refundReleased(held), "refund", 2_000, 0],
    ["a disputed amount", disputeHeld(held), "dispute", -2_000, 0],
    ["a fee that was undone", reversal(fee), "adjustment", 339, 19],
  ])("is what %s moves in the pending bucket", (_name, made, type, amount, tax) => {
    expect(settlementLine(made)).toEqual({ type, amount: usd(amount), tax: usd(tax) });
  });

  test("is in the settlement currency where the order has another", () => {
    const eur = (minor: number) => money(BigInt(minor), "EUR");
    const made = paymentCapturedConverted({ ...g, amount: usd(10_000), given: eur(9_150), midValue: eur(9_200) });
    expect(settlementLine(made)).toEqual({ type: "capture", amount: eur(9_150), tax: eur(0) });
  });

  test.each([
    ["the gateway's cost", gatewayCostAccrued({ ...g, amount: usd(180) })],
    ["what is frozen of the available bucket", balanceFrozen({ ...m, amount: usd(500) })],
    ["a correction of the available bucket", balanceAdjusted({ ...m, amount: usd(500) })],
    ["the settlement of a batch", batchSettled({ ...m, net: usd(9_661), reserve: usd(1_000) })],
    ["the settlement of a negative batch", batchSettled({ ...m, net: usd(-500), reserve: usd(0) })],
  ])("is none for %s", (_name, made) => {
    expect(settlementLine(made)).toBeUndefined();
  });

  test("is one: pending amounts of two currencies in one entry are a defect", () => {
    const twice = ["USD", "EUR"].map((code) => ({
      debit: merchantAccount("mer_1", "available", code as "USD"),
      credit: merchantAccount("mer_1", "pending", code as "USD"),
      amount: money(5n, code as "USD"),
    }));
    expect(() => settlementLine(entry("J70", "mer_1", twice))).toThrow("J70 moves");
  });
});
