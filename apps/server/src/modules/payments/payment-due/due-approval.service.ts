import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isAboveLimit } from "../../funds/rate/index.ts";
import { settingOf } from "../../settings/config/index.ts";

/**
 * Whether a decision about an amount needs a second person: above the limit of the settings. It is asked when money comes
 * and kept with the due, so that whoever changes the limit afterwards takes no second person away.
 */
export const needsApproval = async (ctx: Context, amount: Money): Promise<boolean> =>
  isAboveLimit(ctx, amount, await settingOf(ctx, "payment_due_approval_above"));
