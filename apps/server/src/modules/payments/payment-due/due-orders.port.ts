import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { DueRow } from "./payment-due.store.ts";

/** What decisions about unapplied payments need from orders. */
export interface DueOrders {
  /** Locks an order until the transaction ends; always before its other rows. */
  lock(ctx: Context, order: Pick<DueRow, "merchantId" | "orderId">): Promise<void>;
  /** Refuses with `paymentDue.notBookable` where nothing of it can be applied to its order. */
  assertBookable(ctx: Context, due: DueRow): Promise<void>;
  /**
   * Applies held money to its order, as a capture of what the order still needs, or gives the order up. Answers the
   * applied amount; the rest is to be returned.
   */
  settle(
    ctx: Context,
    due: DueRow,
    action: "book" | "return",
  ): Promise<{ readonly booked: Money; readonly captureId: string | null }>;
  /** Adds the request to the order's timeline. */
  tell(
    ctx: Context,
    due: DueRow,
    entry: { readonly title: "eventDueProposed" | "eventDueDropped"; readonly action: "book" | "return" },
  ): Promise<void>;
}
