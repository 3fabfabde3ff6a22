import { type Fee, type FeeTerms, feeOn } from "./fee.ts";
import { type FeeTier, graduatedFee, wholeTierFee } from "./fee-tier.ts";
import { add, exceeds, larger, type Money, smaller, subtract, zero } from "./money.ts";
import type { Rate6 } from "./rate.ts";
import { taxOn, taxWithin } from "./tax.ts";

/** What was captured in the merchant's month so far, and in the one before. */
export interface CapturedVolumes {
  readonly monthToDate: Money;
  readonly lastMonth: Money;
}

/** A price with the shares that apply from a volume on. */
export interface TieredTerms extends FeeTerms {
  readonly tierMode: "none" | "whole" | "graduated";
  readonly tiers: readonly FeeTier[];
}

/** What an amount costs by a price, whatever it brings. */
export function tieredFee(amount: Money, terms: TieredTerms, { monthToDate, lastMonth }: CapturedVolumes): Fee {
  const { tierMode, tiers } = terms;
  if (tierMode === "whole") return wholeTierFee({ amount, lastMonth, tiers, terms });
  if (tierMode === "graduated") return graduatedFee({ amount, monthToDate, tiers, terms });
  return feeOn(amount, terms);
}

/** A tax on our fee: on top of the price, or contained in it. */
export interface FeeTaxTerms {
  readonly rate: Rate6;
  readonly isInclusive: boolean;
}

/** What a merchant pays for what was captured. Fee and tax together never exceed it unless the terms let them. */
export interface CaptureCharge {
  /** The share of the amount, rounded on its own. */
  readonly percentPart: Money;
  readonly fee: Money;
  readonly tax: Money;
  /** What of fee and tax together may be given back in proportion to refunds. */
  readonly returnable: Money;
  /** What the price and its tax come to beyond what was captured, and is not charged. */
  readonly waived: Money;
}

/** Everything a charge is computed from but the amount. */
export interface ChargeTerms {
  readonly price: TieredTerms;
  readonly tax: FeeTaxTerms | null;
  readonly volumes: CapturedVolumes;
  /** Whether fee and tax may come to more than was captured; they may not unless told. */
  readonly mayExceed?: boolean;
}

function split(price: Money, tax: FeeTaxTerms | null): { readonly fee: Money; readonly tax: Money } {
  if (!tax) return { fee: price, tax: zero(price.currency) };
  const contained = taxWithin(price, tax.rate);
  return { fee: subtract(price, contained), tax: contained };
}

/**
 * The charge of a captured value. Unless the terms let it, a payment never costs more than it brings: what a minimum, a
 * fixed part or a tax on top would take beyond the value is waived, and the value itself is then the price with its tax
 * in it.
 */
export function chargeOn(value: Money, { price, tax, volumes, mayExceed = false }: ChargeTerms): CaptureCharge {
  const { percentPart, charged, returnable } = tieredFee(value, price, volumes);
  const asked = tax && !tax.isInclusive ? { fee: charged, tax: taxOn(charged, tax.rate) } : split(charged, tax);
  const isCharged = mayExceed || !exceeds(add(asked.fee, asked.tax), value);
  const { fee, tax: onFee } = isCharged ? asked : split(value, tax);
  const waived = subtract(add(asked.fee, asked.tax), add(fee, onFee));
  return { percentPart, fee, tax: onFee, returnable: smaller(returnable, value), waived };
}

/** What earlier captures of a payment came to, in the settlement currency. */
export interface ChargedBefore {
  readonly value: Money;
  readonly fee: Money;
  readonly tax: Money;
}

/**
 * The charge of the next capture of a payment: what everything captured costs now, less what was charged before. The
 * fixed part, the minimum and the maximum are borne once for a payment, and in however many parts it is captured, the
 * charges add up to the one of a single capture. Never below nothing. `whole` is the charge of everything captured.
 */
export function nextCharge(
  value: Money,
  before: ChargedBefore,
  terms: ChargeTerms,
): { readonly fee: Money; readonly tax: Money; readonly whole: CaptureCharge } {
  const whole = chargeOn(add(before.value, value), terms);
  const nothing = zero(value.currency);
  return {
    fee: larger(subtract(whole.fee, before.fee), nothing),
    tax: larger(subtract(whole.tax, before.tax), nothing),
    whole,
  };
}
