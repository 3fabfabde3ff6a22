import type { Context } from "../../../platform/http/context.ts";
import { findHouse } from "../../merchants/merchant/index.ts";

/** A batch of a merchant's settlement, by its lines. */
interface LinesOf {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly batchId: string;
}

/**
 * Numbers of the orders in a settlement batch with open differences to the gateway beyond tolerance; at most `limit`.
 */
export async function unreconciledOrders(
  ctx: Pick<Context, "db">,
  { tenantId, merchantId, batchId }: LinesOf,
  limit: number,
): Promise<readonly string[]> {
  const house = await findHouse(ctx, tenantId);
  if (!house) return [];
  const orders = await ctx.db
    .selectFrom("reconItems as item")
    .select(["item.orderNo"])
    .distinct()
    .where("item.merchantId", "=", house)
    .where("item.ourMerchantId", "=", merchantId)
    .where("item.status", "=", "open")
    .where("item.orderId", "in", (of) =>
      of
        .selectFrom("settlementLines as line")
        .innerJoin("ledgerJournals as journal", (join) =>
          join.onRef("journal.merchantId", "=", "line.merchantId").onRef("journal.id", "=", "line.journalId"),
        )
        .select("journal.orderId")
        .where("line.merchantId", "=", merchantId)
        .where("line.batchId", "=", batchId)
        .where("journal.orderId", "is not", null),
    )
    .orderBy("item.orderNo")
    .limit(limit)
    .execute();
  return orders.map(({ orderNo }) => orderNo ?? "");
}
