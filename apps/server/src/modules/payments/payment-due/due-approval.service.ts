import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { minorPerMajor } from "@countinghouse/money/currency.ts";
import { convert } from "@countinghouse/money/fx.ts";
import { exceeds, type Money, money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findRate } from "../../funds/rate/index.ts";
import { settingOf } from "../../settings/config/index.ts";

/**
 * Whether a decision about an amount needs a second person: above the limit of the settings, by the mid rate of now. What
 * cannot be compared with it does. It is asked when money comes and kept with the due, so that whoever changes the limit
 * afterwards takes no second person away.
 */
export async function needsApproval(ctx: Context, amount: Money): Promise<boolean> {
  const limit = money(BigInt(await settingOf(ctx, "payment_due_approval_above")) * minorPerMajor("USD"), "USD");
  try {
    const { rate } = await findRate(ctx, { base: amount.currency, quote: "USD" }, ctx.now);
    return exceeds(convert(amount, rate, "USD"), limit);
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
