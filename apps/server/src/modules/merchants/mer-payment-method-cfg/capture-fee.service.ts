import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import type { Fee } from "@countinghouse/money/fee.ts";
import { chooseFeeRule } from "@countinghouse/money/fee-rule.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type FeeTax, feeFor, monthsAt, ruleOf, withTax } from "./mer-payment-method-cfg.policy.ts";
import { candidateRules, type FeeRuleRow } from "./mer-payment-method-cfg.store.ts";
import { addVolume, holdVolume, readVolumes } from "./volume.store.ts";

type Reader = Pick<Context, "db">;

/** What is being priced. */
export interface PricedPayment {
  readonly merchantId: string;
  /** Code of the payment method. */
  readonly method: string;
  readonly methodCategory: string | null;
  /** The settlement currency, in which the fee is taken. */
  readonly currency: string;
  readonly gatewayAccountId: string | null;
  /** Null where there is no card. */
  readonly cardRegion: string | null;
  readonly at: Date;
}

/**
 * The rule that prices a payment: the most specific one in force, the merchant's own before its tenant's price list.
 * Refuses a payment that no rule prices; it is never free.
 */
export const findFeeRule = async (ctx: Reader, priced: PricedPayment): Promise<FeeRuleRow> =>
  feeRuleAmong(await candidateRules(ctx, priced), priced);

/** {@link findFeeRule} among rules that were read before with {@link candidateRules}. */
export function feeRuleAmong(candidates: readonly FeeRuleRow[], priced: PricedPayment): FeeRuleRow {
  const rules = candidates.map((row) => ({ ...ruleOf(row), row }));
  const cardRegion = priced.cardRegion === "any" ? null : priced.cardRegion;
  const chosen = chooseFeeRule(rules, {
    merchantId: priced.merchantId,
    method: priced.method,
    methodCategory: priced.methodCategory,
    currency: currency(priced.currency),
    accountId: priced.gatewayAccountId,
    cardRegion,
    atMs: priced.at.getTime(),
  });
  if (chosen) return chosen.row;
  const { method, currency: code } = priced;
  throw refuse("merPaymentMethodCfg.feeRuleMissing", { method, currency: code }, { status: 409 });
}

/** How a fee came about, kept with the order for as long as the order is. */
export interface FeeSnapshot {
  readonly ruleId: string;
  readonly ruleFrom: string;
  readonly percent: number;
  readonly fixed: string;
  readonly minFee: string | null;
  readonly maxFee: string | null;
  readonly tierMode: string;
  readonly amount: string;
  readonly currency: string;
  readonly percentPart: string;
  /** The fee and its tax together: what the merchant pays. */
  readonly charged: string;
  /** What of it may be given back in proportion to refunds. */
  readonly returnable: string;
  readonly returnFeeOnRefund: "none" | "proportional";
  readonly refundFee: string;
  readonly refundFeePercent: number;
  readonly disputePenalty: string;
  readonly disputePenaltyRefundOnWin: boolean;
  readonly refusalPenalty: string;
  readonly inquiryFee: string;
  readonly tax: FeeTax | null;
}

/** What a capture costs. Fee and tax together are what the merchant pays; both in the settlement currency. */
export interface CaptureFee {
  readonly fee: Money;
  readonly tax: Money;
  readonly snapshot: FeeSnapshot;
}

interface Capture {
  readonly rule: FeeRuleRow;
  /** In the settlement currency. */
  readonly amount: Money;
  readonly merchantId: string;
  readonly mode?: "live" | "test";
  readonly at: Date;
  /** The zone in which the merchant's months begin. */
  readonly timezone: string;
  /** Whether the capture is booked in this transaction: volumes that price it are then held until its end. */
  readonly isBooked?: boolean;
}

/** The fee without tax, by what the merchant captured so far. */
export async function feeByVolume(
  ctx: Reader,
  { rule, amount, merchantId, mode = "live", at, timezone, isBooked = false }: Capture,
): Promise<Fee> {
  const nothing = money(0n, amount.currency);
  if (rule.tierMode === "none") return feeFor(rule, amount, { monthToDate: nothing, lastMonth: nothing });
  const { month, before } = monthsAt(at.getTime(), timezone);
  const counted = { merchantId, mode, currency: amount.currency };
  if (isBooked) await holdVolume(ctx, { ...counted, month });
  const volumes = await readVolumes(ctx, counted, [month, before]);
  return feeFor(rule, amount, {
    monthToDate: money(volumes.get(month) ?? 0n, amount.currency),
    lastMonth: money(volumes.get(before) ?? 0n, amount.currency),
  });
}

/**
 * What a captured amount costs by its rule, with the tax on our fee where there is one. Call it before
 * {@link addCapturedVolume} in the same transaction: tiers look at what was captured before this amount.
 */
export async function feeOfCapture(ctx: Reader, capture: Capture, feeTax?: FeeTax): Promise<CaptureFee> {
  const { rule, amount } = capture;
  const { percentPart, charged, returnable } = await feeByVolume(ctx, capture);
  const { fee, tax } = withTax(charged, feeTax);
  const snapshot: FeeSnapshot = {
    ruleId: rule.id,
    ruleFrom: rule.validFrom,
    percent: rule.percent,
    fixed: rule.fixed,
    minFee: rule.minFee,
    maxFee: rule.maxFee,
    tierMode: rule.tierMode,
    amount: toWire(amount),
    currency: amount.currency,
    percentPart: toWire(percentPart),
    charged: String(fee.amountMinor + tax.amountMinor),
    returnable: toWire(returnable),
    returnFeeOnRefund: rule.returnFeeOnRefund,
    refundFee: rule.refundFee,
    refundFeePercent: rule.refundFeePercent,
    disputePenalty: rule.disputePenalty,
    disputePenaltyRefundOnWin: rule.disputePenaltyRefundOnWin,
    refusalPenalty: rule.refusalPenalty,
    inquiryFee: rule.inquiryFee,
    tax: feeTax ?? null,
  };
  return { fee, tax, snapshot };
}

interface Captured {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly amount: Money;
  readonly at: Date;
  readonly timezone: string;
}

/** Counts a captured amount towards the merchant's month; in the transaction of the capture. */
export async function addCapturedVolume(
  ctx: Reader,
  { merchantId, mode, amount, at, timezone }: Captured,
): Promise<void> {
  const { month } = monthsAt(at.getTime(), timezone);
  await addVolume(ctx, { merchantId, mode, currency: amount.currency, month, captured: toWire(amount) });
}
