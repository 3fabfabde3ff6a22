import { z } from "zod";
import { Flag, Integer } from "../../kit/field.ts";
import { countLimit } from "../../kit/list.ts";
import { CurrencyCode, signedAmountIn } from "../../payment-fields.ts";
import { AwaitingReason, OrderStatus } from "./order-enumerations.ts";

/** Orders that a summary adds up one by one, and that are counted of one status; beyond them it says that there are more. */
export const summaryLimit = countLimit;

/** Orders in one currency, and what they come to. */
export const CurrencySummary = z.object({
  currency: CurrencyCode,
  count: Integer,
  paidCount: Integer,
  amount: signedAmountIn("currency"),
  capturedAmount: signedAmountIn("currency"),
  refundedAmount: signedAmountIn("currency"),
});

/** Orders that stand alike; `isExact` says whether that is all of them. */
const counted = { count: Integer, isExact: Flag };

/** How many orders stand where. Those whose last attempt was declined are among the statuses too: it is not one of them. */
export const OrderCounts = z.object({
  total: Integer,
  isExact: Flag,
  counts: z.array(
    z.object({ status: OrderStatus.schema, awaitingReason: AwaitingReason.schema.nullable(), ...counted }),
  ),
  declined: z.object(counted),
});
