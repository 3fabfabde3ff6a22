import type {
  DepositDay,
  DepositFigures,
  DepositMove,
  merDeposit,
} from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

type Operations = typeof merDeposit.operations;

/** Filters of a reading. */
export interface DepositSelection {
  readonly mode: "live" | "test";
  readonly currency?: string | undefined;
  readonly merchantId?: string | undefined;
}

const columns = [
  "merDeposits.id",
  "merDeposits.depositNo",
  "merDeposits.merchantId",
  "merDeposits.mode",
  "merDeposits.currency",
  "merDeposits.type",
  "merDeposits.source",
  "merDeposits.settlementBatchNo",
  "merDeposits.ratio",
  "merDeposits.amount",
  "merDeposits.releasedAmount",
  "merDeposits.usedAmount",
  "merDeposits.remainAmount",
  "merDeposits.holdDays",
  "merDeposits.holdDate",
  "merDeposits.releaseDate",
  "merDeposits.status",
  "merDeposits.freezeReason",
  "merDeposits.createTime",
  "merDeposits.version",
  "merchants.name as merchantName",
] as const;

const inReach = (ctx: Context) =>
  from(ctx, "merDeposits").innerJoin("merchants", "merchants.id", "merDeposits.merchantId").where(merchantInReach(ctx));

/** Holds in the actor's scope, with the columns of lists. */
export const describedDeposits = (ctx: Context) => inReach(ctx).select(columns);

/** What a reading covers. */
const narrowed = (ctx: Context, { mode, currency, merchantId }: DepositSelection) =>
  inReach(ctx)
    .where("merDeposits.mode", "=", mode)
    .$if(currency !== undefined, (query) => query.where("merDeposits.currency", "=", currency as string))
    .$if(merchantId !== undefined, (query) => query.where("merDeposits.merchantId", "=", merchantId as string));

// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; columns are named in full.
const movesInReach = (ctx: Context): SelectQueryBuilder<Tables, any, object> =>
  from(ctx, "merDepositMoves")
    .innerJoin("merDeposits", (on) =>
      on
        .onRef("merDeposits.merchantId", "=", "merDepositMoves.merchantId")
        .onRef("merDeposits.id", "=", "merDepositMoves.depositId"),
    )
    .innerJoin("merchants", "merchants.id", "merDepositMoves.merchantId")
    .where(merchantInReach(ctx)) as never;

const moveColumns = [
  "merDepositMoves.id",
  "merDepositMoves.depositId",
  "merDeposits.depositNo",
  "merDepositMoves.merchantId",
  "merchants.name as merchantName",
  "merDepositMoves.kind",
  "merDepositMoves.currency",
  "merDepositMoves.amount",
  "merDepositMoves.fromDate",
  "merDepositMoves.toDate",
  "merDepositMoves.journalId",
  "merDepositMoves.reason",
  "merDepositMoves.operatorId",
  "merDepositMoves.operatorName",
  "merDepositMoves.time",
] as const;

/** Movements of one hold, latest first. */
export const movesOf = (ctx: Context, depositId: string): Promise<DepositMove[]> =>
  movesInReach(ctx)
    .select(moveColumns)
    .where("merDepositMoves.depositId", "=", depositId)
    .orderBy("merDepositMoves.seq", "desc")
    .limit(200)
    .execute() as Promise<DepositMove[]>;

/** Movements shown at once. */
const shownMoves = 30;

/** Recent movements of holds, latest first. */
export const listMoves = (
  ctx: Context,
  { mode, currency, merchantId }: InputOf<Operations["moves"]>,
): Promise<DepositMove[]> =>
  movesInReach(ctx)
    .select(moveColumns)
    .where("merDepositMoves.mode", "=", mode)
    .$if(currency !== undefined, (query) => query.where("merDepositMoves.currency", "=", currency as string))
    .$if(merchantId !== undefined, (query) => query.where("merDepositMoves.merchantId", "=", merchantId as string))
    .orderBy("merDepositMoves.time", "desc")
    .orderBy("merDepositMoves.id", "desc")
    .limit(shownMoves)
    .execute() as Promise<DepositMove[]>;

/** Scheduled and made releases of a span by day; `day` is null for undated ones. */
export async function scheduleOf(
  ctx: Context,
  asked: DepositSelection & { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<DepositDay[]> {
  const { from: first = null, to = null } = asked;
  const due = narrowed(ctx, asked)
    .where("merDeposits.remainAmount", ">", "0")
    .select(["merDeposits.releaseDate as day", "merDeposits.currency", "merDeposits.remainAmount as amount"])
    .select(
      sql<string>`CASE WHEN mer_deposits.status = 'frozen' THEN mer_deposits.remain_amount ELSE 0 END`.as("frozen"),
    )
    .select(sql<string>`0::numeric`.as("released"));
  const gone = movesInReach(ctx)
    .where("merDepositMoves.mode", "=", asked.mode)
    .where("merDepositMoves.kind", "=", "released")
    .$if(asked.currency !== undefined, (query) =>
      query.where("merDepositMoves.currency", "=", asked.currency as string),
    )
    .$if(asked.merchantId !== undefined, (query) =>
      query.where("merDepositMoves.merchantId", "=", asked.merchantId as string),
    )
    .$if(first !== null, (query) => query.where("merDepositMoves.time", ">=", first))
    .select([
      sql<string | null>`(mer_deposit_moves.time AT TIME ZONE 'UTC')::date`.as("day"),
      "merDepositMoves.currency",
      sql<string>`0::numeric`.as("amount"),
      sql<string>`0::numeric`.as("frozen"),
      "merDepositMoves.amount as released",
    ]);
  const { rows } = await sql<DepositDay>`
    SELECT day, currency, sum(amount)::text AS amount, sum(frozen)::text AS frozen_amount,
           (count(*) FILTER (WHERE amount > 0))::integer AS holds, sum(released)::text AS released_amount
      FROM (${due} UNION ALL ${gone}) AS parts
     WHERE (day IS NULL AND ${to}::date IS NULL)
        OR (day >= coalesce(${first}::date, day) AND day < coalesce(${to}::date, day + 1))
     GROUP BY day, currency ORDER BY day, currency`.execute(ctx.db);
  return rows;
}

/** Sums of holds in the actor's scope by currency; figures that depend on terms are left to the caller. */
export async function figuresOf(
  ctx: Context,
  { mode, merchantId }: DepositSelection,
  day: string,
): Promise<Omit<DepositFigures, "fixedTarget">[]> {
  const holds = narrowed(ctx, { mode, merchantId })
    .where("merDeposits.remainAmount", ">", "0")
    .select(["merDeposits.merchantId", "merDeposits.currency", "merDeposits.remainAmount", "merDeposits.status"])
    .select(["merDeposits.type", "merDeposits.releaseDate"]);
  const released = movesInReach(ctx)
    .where("merDepositMoves.mode", "=", mode)
    .where("merDepositMoves.kind", "=", "released")
    .where("merDepositMoves.time", ">=", `${day.slice(0, 7)}-01`)
    .$if(merchantId !== undefined, (query) => query.where("merDepositMoves.merchantId", "=", merchantId as string))
    .select(["merDepositMoves.currency", "merDepositMoves.amount", "merDepositMoves.time"]);
  const booked = ctx.db
    .selectFrom("ledgerBalances as b")
    .innerJoin("merchants", "merchants.id", "b.merchantId")
    .where(merchantInReach(ctx))
    .where("b.book", "=", mode)
    .where("b.kind", "=", "reserve")
    .$if(merchantId !== undefined, (query) => query.where("b.merchantId", "=", merchantId as string))
    .select(["b.currency", "b.amount"]);
  const { rows } = await sql<Omit<DepositFigures, "fixedTarget">>`
    WITH holds AS (${holds}), released AS (${released}), booked AS (${booked}),
         next AS (SELECT currency, min(release_date) AS day FROM holds
                   WHERE status <> 'frozen' AND release_date >= ${day}::date GROUP BY currency)
    SELECT c.currency,
           coalesce((SELECT sum(h.remain_amount) FROM holds h WHERE h.currency = c.currency), 0)::text AS held_amount,
           (SELECT count(*) FROM holds h WHERE h.currency = c.currency)::integer AS holds,
           (SELECT count(DISTINCT h.merchant_id) FROM holds h WHERE h.currency = c.currency)::integer AS merchants,
           coalesce((SELECT sum(b.amount) FROM booked b WHERE b.currency = c.currency), 0)::text AS ledger_amount,
           coalesce((SELECT sum(h.remain_amount) FROM holds h WHERE h.currency = c.currency AND h.status = 'frozen'), 0)::text
             AS frozen_amount,
           (SELECT count(*) FROM holds h WHERE h.currency = c.currency AND h.status = 'frozen')::integer AS frozen_holds,
           n.day AS next_date,
           coalesce((SELECT sum(h.remain_amount) FROM holds h
                      WHERE h.currency = c.currency AND h.release_date = n.day AND h.status <> 'frozen'), 0)::text AS next_amount,
           (SELECT count(*) FROM holds h
             WHERE h.currency = c.currency AND h.release_date = n.day AND h.status <> 'frozen')::integer AS next_holds,
           (SELECT count(*) FROM holds h
             WHERE h.currency = c.currency AND h.release_date = n.day AND h.status = 'frozen')::integer AS next_frozen_holds,
           coalesce((SELECT sum(r.amount) FROM released r WHERE r.currency = c.currency), 0)::text AS released_amount,
           (SELECT count(DISTINCT (r.time AT TIME ZONE 'UTC')::date) FROM released r WHERE r.currency = c.currency)::integer
             AS released_days,
           (SELECT max((r.time AT TIME ZONE 'UTC')::date) FROM released r WHERE r.currency = c.currency) AS last_release_date,
           coalesce((SELECT sum(h.remain_amount) FROM holds h WHERE h.currency = c.currency AND h.type = 'fixed'), 0)::text
             AS fixed_held_amount
      FROM (SELECT currency FROM holds UNION SELECT currency FROM released UNION SELECT currency FROM booked WHERE amount <> 0) c
      LEFT JOIN next n ON n.currency = c.currency
     ORDER BY (SELECT count(*) FROM holds h WHERE h.currency = c.currency) DESC, c.currency`.execute(ctx.db);
  return rows;
}
