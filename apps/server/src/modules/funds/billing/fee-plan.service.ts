import type { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import type { FeePlanComparison } from "@countinghouse/contract/funds/billing/fee-plan.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { add, exceeds, type Money, subtract } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { billReads } from "./billing.store.ts";
import { type BilledCapture, type ComparedFees, compareFees } from "./fee-plan.policy.ts";
import { capturesOfBatch } from "./fee-plan.store.ts";

type Asked = InputOf<(typeof billing.operations)["comparePlan"]>;

/** What a bill's captures would have cost by a plan that nobody agreed on. Writes nothing. */
export async function comparePlan(ctx: Context, { id, ...plan }: Asked): Promise<FeePlanComparison> {
  const bill = await billReads.find(ctx, id);
  const { currency } = bill;
  if (plan.currency !== currency) throw refuse("billing.otherCurrency", { currency });
  const inBill = (minor: string): Money => fromWire(minor, currency);
  const optional = (minor: string | null | undefined) => (minor ? inBill(minor) : null);
  const [minimum, maximum] = [optional(plan.minFee), optional(plan.maxFee)];
  if (minimum && maximum && exceeds(minimum, maximum)) throw refuse("billing.planReversed");
  const terms = { percent: rate6(plan.percent), fixed: inBill(plan.fixed ?? "0"), minimum, maximum };
  const captures = (await capturesOfBatch(ctx.db, bill)).map(
    ({ category, value, before, fee, feeTax, tax, mayExceed }): BilledCapture => ({
      category,
      value: inBill(value),
      before: inBill(before),
      billedFee: inBill(fee),
      billedTax: inBill(feeTax),
      tax: tax && { rate: rate6(tax.rate), isInclusive: tax.isInclusive },
      mayExceed,
    }),
  );
  const shown = ({ captureCount, gross, billed, planned }: ComparedFees) => ({
    currency,
    captureCount,
    grossAmount: toWire(gross),
    billedAmount: toWire(billed),
    plannedAmount: toWire(planned),
    differenceAmount: toWire(subtract(planned, billed)),
  });
  const whole = compareFees(captures, terms);
  const margin = add(inBill(bill.marginAmount), subtract(whole.plannedFee, whole.billedFee));
  return {
    ...shown(whole),
    marginAmount: toWire(margin),
    lines: [...Map.groupBy(captures, ({ category }) => category)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, some]) => ({
        paymentCategory: category as FeePlanComparison["lines"][number]["paymentCategory"],
        ...shown(compareFees(some, terms)),
      })),
  };
}
