import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type CaptureCharge,
  type CapturedVolumes,
  chargeOn,
  type TieredTerms,
} from "@countinghouse/money/capture-charge.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { chooseFeeRule } from "@countinghouse/money/fee-rule.ts";
import { type Money, money, zero } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { monthsAt, ruleOf, tieredPriceOf } from "./mer-payment-method-cfg.policy.ts";
import { type CandidateRule, candidateRules, type FeeRuleRow } from "./mer-payment-method-cfg.store.ts";
import { addVolume, holdVolume, readVolumes } from "./volume.store.ts";

type Reader = Pick<Context, "db">;
type RuleReader = Pick<Context, "db" | "seals">;

/** The payment to price. */
export interface PricedPayment {
  readonly merchantId: string;
  /** Code of the payment method. */
  readonly method: string;
  readonly methodCategory: string | null;
  /** The settlement currency, in which the fee is charged. */
  readonly currency: string;
  readonly gatewayAccountId: string | null;
  /** Null for methods without a card. */
  readonly cardRegion: string | null;
  readonly at: Date;
}

/**
 * The rule that prices a payment: the most specific one in force, the merchant's own before its tenant's price list.
 * Refuses a payment without a rule; it is never free. A rule whose seal is broken prices nothing, and no other rule
 * replaces it.
 */
export const findFeeRule = async (ctx: RuleReader, priced: PricedPayment): Promise<FeeRuleRow> =>
  feeRuleAmong(await candidateRules(ctx, priced), priced);

/** {@link findFeeRule} among rules already read by {@link candidateRules}. */
export function feeRuleAmong(candidates: readonly CandidateRule[], priced: PricedPayment): FeeRuleRow {
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
  if (chosen?.row.isGenuine) return chosen.row;
  const { method, currency: code } = priced;
  throw refuse("merPaymentMethodCfg.feeRuleMissing", { method, currency: code });
}

interface CountedVolume {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly currency: CurrencyCode;
  readonly at: Date;
  /** Time zone of the merchant's months. */
  readonly timezone: string;
  /** Which volume selects the tier: `whole` by the previous month, `graduated` by the current month. */
  readonly tierMode: TieredTerms["tierMode"];
  /** Whether the capture is posted in this transaction: then the volume that prices it is locked until the end. */
  readonly isBooked?: boolean;
}

/**
 * The merchant's captured volume of the current and the previous month, by which tiers are selected. Only the volume
 * that the tier mode reads is locked. All transactions lock the previous month first: the capture's own is counted
 * last.
 */
export async function capturedVolumes(
  ctx: Reader,
  { merchantId, mode, currency: code, at, timezone, tierMode, isBooked = false }: CountedVolume,
): Promise<CapturedVolumes> {
  const { month, before } = monthsAt(at.getTime(), timezone);
  if (isBooked)
    await holdVolume(ctx, { merchantId, mode, currency: code, month: tierMode === "whole" ? before : month });
  const volumes = await readVolumes(ctx, { merchantId, mode, currency: code }, [month, before]);
  return { monthToDate: money(volumes.get(month) ?? 0n, code), lastMonth: money(volumes.get(before) ?? 0n, code) };
}

interface Priced {
  readonly rule: FeeRuleRow;
  /** In the settlement currency. */
  readonly amount: Money;
  readonly merchantId: string;
  readonly at: Date;
  readonly timezone: string;
}

/** The fee of a live payment under a rule, without tax, at the volume captured so far. */
export async function chargeByVolume(ctx: Reader, { rule, amount, ...whose }: Priced): Promise<CaptureCharge> {
  const nothing = zero(amount.currency);
  const volumes =
    rule.tierMode === "none"
      ? { monthToDate: nothing, lastMonth: nothing }
      : await capturedVolumes(ctx, { ...whose, mode: "live", currency: amount.currency, tierMode: rule.tierMode });
  const price = tieredPriceOf(rule, amount.currency);
  return chargeOn(amount, { price, tax: null, volumes, mayExceed: rule.feesMayExceed });
}

interface CapturedVolume {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly amount: Money;
  readonly at: Date;
  readonly timezone: string;
}

/**
 * Adds a captured amount to the merchant's month, in the transaction of the capture and after {@link capturedVolumes}:
 * tiers go by the volume before the capture.
 */
export async function addCapturedVolume(
  ctx: Reader,
  { merchantId, mode, amount, at, timezone }: CapturedVolume,
): Promise<void> {
  const { month } = monthsAt(at.getTime(), timezone);
  await addVolume(ctx, { merchantId, mode, currency: amount.currency, month, captured: toWire(amount) });
}
