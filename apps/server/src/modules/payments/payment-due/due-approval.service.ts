import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isAboveLimit } from "../../funds/rate/index.ts";
import { settingOf } from "../../settings/config/index.ts";

/**
 * Whether a decision about an amount needs a second person: above the limit in the settings. Decided when the money
 * arrives and stored with the record, so that changing the limit later does not remove the second person.
 */
export const needsApproval = async (ctx: Context, amount: Money): Promise<boolean> =>
  isAboveLimit(ctx, amount, await settingOf(ctx, "payment_due_approval_above"));
