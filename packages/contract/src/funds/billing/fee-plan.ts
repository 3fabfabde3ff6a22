import { z } from "zod";
import { Integer } from "../../kit/field.ts";
import { signedAmountIn } from "../../payment-fields.ts";
import { amountIn, rate6 } from "../../terms-fields.ts";
import { BookedCurrency } from "../ledger/ledger-fields.ts";
import { BillCategory } from "./bill-enumerations.ts";
import { BillId } from "./bill-fields.ts";

const amount = signedAmountIn("currency");
const Amount = amountIn("currency");

/** A price that nobody agreed on, tried on a bill: share in millionths, the rest in minor units of the bill's currency. */
export const FeePlan = z.object({
  id: BillId,
  currency: BookedCurrency,
  percent: rate6(),
  fixed: Amount.default("0"),
  minFee: Amount.nullish(),
  maxFee: Amount.nullish(),
});

const compared = {
  currency: BookedCurrency,
  /** Captures that the bill has the sale of. */
  captureCount: Integer,
  grossAmount: amount,
  /** Fee with its tax, as it was taken when the capture was. */
  billedAmount: amount,
  /** The same by the plan, taxed as it was. */
  plannedAmount: amount,
  /** What the merchant would pay more, or less where it is below none. */
  differenceAmount: amount,
};

/** What the captures of a bill cost, beside what they would by another plan; the total is the line of all. */
export const FeePlanComparison = z.object({
  ...compared,
  /** What our margin on the bill would become. */
  marginAmount: amount,
  lines: z.array(z.object({ paymentCategory: BillCategory.schema, ...compared })),
});
export type FeePlanComparison = z.output<typeof FeePlanComparison>;
