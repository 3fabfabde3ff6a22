import { currency as known } from "@countinghouse/money/currency.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CashoutRow } from "../../funds/cashout/index.ts";
import type { PayoutAccountRow } from "../../funds/payout-account/index.ts";
import type { PayoutOrderRow } from "../../funds/payout-order/index.ts";
import type { PagePosition } from "./cursor.wire.ts";

type Reading = Pick<Context, "actor" | "db">;

/** Which of a merchant's withdrawals, or accounts, to list. */
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

/** A withdrawal of a merchant by its id; undefined for every other one. */
export const withdrawalById = (ctx: Reading, merchantId: string, id: string): Promise<CashoutRow | undefined> =>
  from(ctx, "cashouts").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** Withdrawals of a merchant, the newest first, with one more than asked to see whether more follow. */
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

/** Accounts of a merchant that it is paid to, the newest first, with one more than asked. */
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

/** An account of a merchant by its id, in one mode; undefined for every other one. */
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

/** A payout order of a merchant by its id; undefined for every other one. */
export const payoutOrderById = (ctx: Reading, merchantId: string, id: string): Promise<PayoutOrderRow | undefined> =>
  from(ctx, "payoutOrders").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** Payout orders of a merchant, the newest first, with one more than asked to see whether more follow. */
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
