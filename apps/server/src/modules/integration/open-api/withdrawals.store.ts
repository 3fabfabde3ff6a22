import { currency as known } from "@countinghouse/money/currency.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CashoutRow } from "../../funds/cashout/index.ts";
import type { PayoutAccountRow } from "../../funds/payout-account/index.ts";
import type { PayoutOrderRow } from "../../funds/payout-order/index.ts";
import type { PagePosition } from "./cursor.wire.ts";

type Reading = Pick<Context, "actor" | "db">;

/** Filter of withdrawals or payout accounts. */
export interface MoneyOutFilter {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/** A merchant's withdrawal by id; undefined for any other. */
export const withdrawalById = (ctx: Reading, merchantId: string, id: string): Promise<CashoutRow | undefined> =>
  from(ctx, "cashouts").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** A merchant's withdrawals, newest first, with one more than requested to detect a next page. */
export async function listWithdrawals(ctx: Reading, filter: MoneyOutFilter): Promise<CashoutRow[]> {
  const { merchantId, mode, limit, after, status, currency, createdFrom, createdTo } = filter;
  let query = from(ctx, "cashouts").selectAll().where("merchantId", "=", merchantId).where("mode", "=", mode);
  if (status !== undefined) query = query.where("status", "=", status as CashoutRow["status"]);
  if (currency !== undefined) query = query.where("currency", "=", known(currency));
  if (createdFrom !== undefined) query = query.where("applyTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("applyTime", "<", createdTo);
  if (after) query = query.where(sql<boolean>`(apply_time, id) < (${after.time}::timestamptz, ${after.id})`);
  return query
    .orderBy("applyTime", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** A merchant's payout accounts, newest first, with one more than requested. */
export async function listPayees(ctx: Reading, filter: MoneyOutFilter): Promise<PayoutAccountRow[]> {
  const { merchantId, mode, limit, after, currency, createdFrom, createdTo } = filter;
  let query = from(ctx, "payoutAccounts").selectAll().where("merchantId", "=", merchantId).where("mode", "=", mode);
  if (currency !== undefined) query = query.where("currency", "=", known(currency));
  if (createdFrom !== undefined) query = query.where("createTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("createTime", "<", createdTo);
  if (after) query = query.where(sql<boolean>`(create_time, id) < (${after.time}::timestamptz, ${after.id})`);
  return query
    .orderBy("createTime", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** A merchant's payout account by id, in one mode; undefined for any other. */
export const payeeById = (
  ctx: Reading,
  { merchantId, mode }: Pick<MoneyOutFilter, "merchantId" | "mode">,
  id: string,
): Promise<PayoutAccountRow | undefined> =>
  from(ctx, "payoutAccounts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("id", "=", id)
    .executeTakeFirst();

/** A merchant's payout order by id; undefined for any other. */
export const payoutOrderById = (ctx: Reading, merchantId: string, id: string): Promise<PayoutOrderRow | undefined> =>
  from(ctx, "payoutOrders").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** A merchant's payout orders, newest first, with one more than requested to detect a next page. */
export async function listPayoutOrders(
  ctx: Reading,
  filter: MoneyOutFilter & { readonly merchantPayoutNo?: string | undefined },
): Promise<PayoutOrderRow[]> {
  const { merchantId, mode, limit, after, status, currency, createdFrom, createdTo, merchantPayoutNo } = filter;
  let query = from(ctx, "payoutOrders").selectAll().where("merchantId", "=", merchantId).where("mode", "=", mode);
  if (status !== undefined) query = query.where("status", "=", status as PayoutOrderRow["status"]);
  if (currency !== undefined) query = query.where("currency", "=", known(currency));
  if (merchantPayoutNo !== undefined) query = query.where("merchantPayoutNo", "=", merchantPayoutNo);
  if (createdFrom !== undefined) query = query.where("applyTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("applyTime", "<", createdTo);
  if (after) query = query.where(sql<boolean>`(apply_time, id) < (${after.time}::timestamptz, ${after.id})`);
  return query
    .orderBy("applyTime", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}
