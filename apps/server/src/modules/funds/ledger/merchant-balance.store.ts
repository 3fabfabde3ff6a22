import type { Hold } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import {
  type Adjustment,
  type MerchantBalance,
  merchantBalance,
} from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { amountOf, merchantsInReach, ownersInReach } from "./ledger.account.store.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Scoped = Pick<Context, "actor" | "db">;

const inBucket = (bucket: string, asOf: string | null | undefined) =>
  sql<string>`coalesce(sum(${amountOf(asOf)}) FILTER (WHERE b.kind = ${sql.lit(bucket)}), 0)::text`;

/** Balances of the merchants in reach, one row per merchant, book and currency, now or at an instant. */
export const balancesInReach = (ctx: Scoped, asOf?: string | null) => balancesOf(ctx, merchantsInReach(ctx), asOf);

const balancesOf = (ctx: Scoped, owners: ReturnType<typeof merchantsInReach>, asOf?: string | null) =>
  ctx.db
    .selectFrom(
      ctx.db
        .selectFrom("ledgerBalances as b")
        .innerJoin(owners, "m.id", "b.merchantId")
        .select([
          sql<string>`b.merchant_id || '.' || b.currency`.as("id"),
          "b.merchantId",
          "m.name as merchantName",
          "m.merchantNo",
          "b.book as mode",
          "b.currency",
          inBucket("pending", asOf).as("pendingAmount"),
          inBucket("available", asOf).as("availableAmount"),
          inBucket("reserve", asOf).as("reserveAmount"),
          inBucket("frozen", asOf).as("frozenAmount"),
          inBucket("in_transit", asOf).as("inTransitAmount"),
          sql<string>`sum(${amountOf(asOf)})::text`.as("totalAmount"),
          sql<boolean>`bool_or(${amountOf(asOf)} < 0)`.as("isNegative"),
          sql<boolean>`bool_or(${amountOf(asOf)} <> 0)`.as("isNonZero"),
        ])
        .where("b.kind", "in", ["pending", "available", "reserve", "frozen", "in_transit"])
        .groupBy(["b.merchantId", "m.name", "m.merchantNo", "b.book", "b.currency"])
        .as("t"),
    )
    .selectAll("t");

const amounts = ["availableAmount", "pendingAmount", "totalAmount"];

/** Amounts are read as text and sorted as numbers. */
export const balanceColumn = (field: string) =>
  amounts.includes(field) ? sql`t.${sql.ref(field)}::numeric` : sql.ref(`t.${field}`);

export const balanceKey = sql.ref("t.id");

export const pageBalances = (
  ctx: Context,
  { asOf, ...input }: ListRequest & { readonly asOf?: string | null | undefined },
): Promise<Page<MerchantBalance>> =>
  pageQuery(ctx, balancesInReach(ctx, asOf), {
    spec: merchantBalance.operations.page.list,
    input,
    columnOf: balanceColumn,
    id: balanceKey,
  });

const totalOf = (column: string) => sql<string>`sum(${sql.ref(`t.${column}`)}::numeric)::text`;

/** Balances summed over all merchants in reach, by currency; the most widely held first. */
export const totalBalances = (ctx: Context, { mode }: { readonly mode: "live" | "test" }) =>
  ctx.db
    .selectFrom(balancesInReach(ctx).where("t.mode", "=", mode).as("t"))
    .select([
      "t.currency",
      totalOf("pendingAmount").as("pendingAmount"),
      totalOf("availableAmount").as("availableAmount"),
      totalOf("reserveAmount").as("reserveAmount"),
      totalOf("frozenAmount").as("frozenAmount"),
      totalOf("inTransitAmount").as("inTransitAmount"),
      totalOf("totalAmount").as("totalAmount"),
      sql<number>`count(*)::integer`.as("merchants"),
    ])
    .groupBy("t.currency")
    .orderBy("merchants", "desc")
    .orderBy("t.currency")
    .execute();

/** One balance in reach, also the house account's; undefined where nothing was ever booked. */
export async function findBalance(
  ctx: Context,
  { merchantId, book }: MerchantBook,
  currency: string,
  asOf: string | undefined,
): Promise<MerchantBalance | undefined> {
  const row = await balancesOf(ctx, ownersInReach(ctx), asOf)
    .where("t.merchantId", "=", merchantId)
    .where("t.mode", "=", book)
    .where("t.currency", "=", currency)
    .executeTakeFirst();
  return row;
}

/** A merchant's available balance right before an instant; in minor units. */
export async function availableAt(
  ctx: Context,
  { merchantId, book }: MerchantBook,
  currency: string,
  instant: string,
): Promise<string> {
  const before = new Date(Date.parse(instant) - 1).toISOString();
  return (await findBalance(ctx, { merchantId, book }, currency, before))?.availableAmount ?? "0";
}

const operatorName = sql<string | null>`coalesce(
  (SELECT u.real_name FROM users u WHERE u.id::text = h.operator_id), h.operator_id)`;

/** The holds that make up the frozen bucket, newest first. */
export async function openHolds(ctx: Scoped, { merchantId, book }: MerchantBook, currency: string): Promise<Hold[]> {
  const rows = await ctx.db
    .selectFrom("ledgerHolds as h")
    .select(["h.id", "h.event", "h.eventId", "h.currency", "h.amount", "h.remaining", "h.reason", "h.createdAt"])
    .select(["h.expiresAt", "h.sourceBucket", "h.operatorId", operatorName.as("operatorName")])
    .where("h.merchantId", "=", merchantId)
    .where("h.book", "=", book)
    .where("h.currency", "=", currency)
    .where("h.remaining", ">", "0")
    .orderBy("h.createdAt", "desc")
    .limit(500)
    .execute();
  return rows as Hold[];
}

export type HoldRow = Selectable<Tables["ledgerHolds"]>;

/** A hold of a merchant, locked. */
export const lockHold = ({ db }: Pick<Context, "db">, merchantId: string, id: string): Promise<HoldRow | undefined> =>
  db
    .selectFrom("ledgerHolds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Due holds with a remaining amount. */
export const expiredHolds = (db: Context["db"], now: Date, limit: number) =>
  db
    .selectFrom("ledgerHolds")
    .select(["merchantId", "id"])
    .where("expiresAt", "<=", now.toISOString())
    .where("remaining", ">", "0")
    .orderBy("expiresAt")
    .limit(limit)
    .execute();

/** The hold that an event opened. */
export const holdOfEvent = ({ db }: Pick<Context, "db">, { merchantId, book }: MerchantBook, eventId: string) =>
  db
    .selectFrom("ledgerHolds")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("eventId", "=", eventId)
    .executeTakeFirstOrThrow();

export type AdjustmentRow = Selectable<Tables["ledgerAdjustments"]>;

export const addAdjustment = (ctx: Context, values: Partial<Insertable<Tables["ledgerAdjustments"]>>) =>
  insert(ctx, "ledgerAdjustments", { ...values, id: newId("adj", ctx.now) });

/** An adjustment in reach, locked; refuses a missing one. */
export async function lockAdjustment(ctx: Context, merchantId: string, id: string): Promise<AdjustmentRow> {
  const row = await from(ctx, "ledgerAdjustments")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("merchantBalance", id);
  return row;
}

/** Decides on a correction. */
export async function decideAdjustment(
  ctx: Context,
  before: AdjustmentRow,
  values: { status: "booked" | "rejected"; journalId?: string; decideReason?: string },
): Promise<void> {
  const after = await change(ctx, "ledgerAdjustments")
    .set({
      ...values,
      decideUserId: ctx.actor.userId,
      decideUserName: ctx.actor.realName,
      decideTime: ctx.now.toISOString(),
      ...updateStamps(ctx),
      version: before.version + 1,
    })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "ledgerAdjustments", id: before.id, before, after });
}

/** Adjustments of the merchants in reach, undecided ones first. */
export async function listAdjustments(
  ctx: Context,
  {
    book,
    merchantId,
    currency,
  }: { book: MerchantBook["book"]; merchantId?: string | undefined; currency?: string | undefined },
): Promise<Adjustment[]> {
  let query = ctx.db
    .selectFrom("ledgerAdjustments as a")
    .innerJoin(ownersInReach(ctx), "m.id", "a.merchantId")
    .selectAll("a")
    .select(["m.name as merchantName", "a.book as mode"])
    .where("a.book", "=", book)
    .orderBy(sql`a.status <> 'pending'`)
    .orderBy("a.createTime", "desc")
    .orderBy("a.id", "desc")
    .limit(200);
  if (merchantId) query = query.where("a.merchantId", "=", merchantId);
  if (currency) query = query.where("a.currency", "=", currency);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, isOwn: row.createUserId === ctx.actor.userId }));
}

/** Number of undecided adjustments of a balance. */
export async function countPending(
  { db }: Pick<Context, "db">,
  { merchantId, book }: MerchantBook,
  currency: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("ledgerAdjustments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("currency", "=", currency)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}
