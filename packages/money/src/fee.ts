import { add, isNegative, larger, type Money, smaller, subtract, zero } from "./money.ts";
import { MoneyError } from "./money-error.ts";
import { type Rate6, shareOf } from "./rate.ts";

/** The price of a service: a share of the amount plus a fixed part, within limits. All in the settlement currency. */
export interface FeeTerms {
  readonly percent: Rate6;
  readonly fixed: Money;
  readonly minimum: Money | null;
  readonly maximum: Money | null;
}

/** A fee and how it came about. */
export interface Fee {
  /** The share of the amount, rounded on its own. */
  readonly percentPart: Money;
  /** The fee charged: the share plus the fixed part, within the limits. */
  readonly charged: Money;
  /** What of the fee may be given back in proportion to refunds: never the fixed part, never more than was charged. */
  readonly returnable: Money;
}

/**
 * A fee of an amount: clamp(round(amount × percent) + fixed). Throws `currency_mismatch` when the terms price another
 * currency.
 */
export const feeOn = (amount: Money, terms: FeeTerms): Fee => feeFrom(shareOf(amount, terms.percent), terms);

/** A fee from its already rounded percent part; the fixed part and the limits of the terms are applied once. */
export function feeFrom(percentPart: Money, { fixed, minimum, maximum }: FeeTerms): Fee {
  const raw = add(percentPart, fixed);
  const atLeast = minimum ? larger(raw, minimum) : raw;
  const charged = maximum ? smaller(atLeast, maximum) : atLeast;
  const withoutFixed = larger(subtract(charged, fixed), zero(charged.currency));
  return { percentPart, charged, returnable: smaller(percentPart, withoutFixed) };
}

/** What a withdrawal or payout costs and moves. */
export interface OutboundFee {
  readonly fee: Money;
  /** What leaves the merchant's balance. */
  readonly debited: Money;
  /** What is sent to the payee. */
  readonly sent: Money;
}

/**
 * The fee of money going out: taken out of the asked amount ("inside") or charged beside it ("onTop"). Throws
 * `fee_exceeds_amount` when an inside fee would leave nothing to send.
 */
export function outboundFee(asked: Money, terms: FeeTerms, mode: "inside" | "onTop"): OutboundFee {
  const fee = feeOn(asked, terms).charged;
  if (mode === "onTop") return { fee, debited: add(asked, fee), sent: asked };
  const sent = subtract(asked, fee);
  if (isNegative(sent) || sent.amountMinor === 0n) {
    throw new MoneyError("fee_exceeds_amount", {
      amountMinor: String(asked.amountMinor),
      feeMinor: String(fee.amountMinor),
    });
  }
  return { fee, debited: asked, sent };
}
