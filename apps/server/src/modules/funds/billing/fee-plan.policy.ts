import { type ChargeTerms, chargeOn, nextCharge } from "@countinghouse/money/capture-charge.ts";
import type { FeeTerms } from "@countinghouse/money/fee.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";

/** A capture of a bill, with what it cost; all in the currency of the bill. */
export interface BilledCapture {
  readonly category: string;
  readonly value: Money;
  /** What earlier captures of its payment brought. */
  readonly before: Money;
  readonly billedFee: Money;
  readonly billedTax: Money;
  readonly tax: ChargeTerms["tax"];
  readonly mayExceed: boolean;
}

/** What captures came to, and what they cost as billed and by a plan, fee and tax together. */
export interface ComparedFees {
  readonly captureCount: number;
  readonly gross: Money;
  readonly billed: Money;
  readonly planned: Money;
  /** Our part of both: without the tax. */
  readonly billedFee: Money;
  readonly plannedFee: Money;
}

/** What a capture would have cost: what its payment was charged before is charged by the plan as well. */
function plannedCharge(capture: BilledCapture, plan: FeeTerms): { readonly fee: Money; readonly tax: Money } {
  const { value, before, tax, mayExceed } = capture;
  const nothing = zero(value.currency);
  const price = { ...plan, tierMode: "none", tiers: [] } as const;
  const terms = { price, tax, mayExceed, volumes: { monthToDate: nothing, lastMonth: nothing } };
  const charged = before.amountMinor === 0n ? { fee: nothing, tax: nothing } : chargeOn(before, terms);
  return nextCharge(value, { value: before, fee: charged.fee, tax: charged.tax }, terms);
}

/** Compares captures of one currency, at least one, with a plan. */
export function compareFees(captures: readonly BilledCapture[], plan: FeeTerms): ComparedFees {
  const nothing = zero(plan.fixed.currency);
  return captures.reduce<ComparedFees>(
    (sum, capture) => {
      const { fee, tax } = plannedCharge(capture, plan);
      return {
        captureCount: sum.captureCount + 1,
        gross: add(sum.gross, capture.value),
        billed: add(sum.billed, add(capture.billedFee, capture.billedTax)),
        planned: add(sum.planned, add(fee, tax)),
        billedFee: add(sum.billedFee, capture.billedFee),
        plannedFee: add(sum.plannedFee, fee),
      };
    },
    { captureCount: 0, gross: nothing, billed: nothing, planned: nothing, billedFee: nothing, plannedFee: nothing },
  );
}
