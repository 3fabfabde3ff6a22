import { openDepositStates } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import { merDepositTopic } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { listedDigest } from "../../../platform/seals/listed-rows.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";

/** A stored reserve hold. */
export type DepositRow = Selectable<Tables["merDeposits"]>;
export type NewDeposit = Omit<NewSealed<"merDeposits">, "tenantId">;

type Moved = Insertable<Tables["merDepositMoves"]>;
/** A movement, without its hold's owner and its author. */
export type NewMove = Pick<Moved, "kind"> &
  Partial<Pick<Moved, "amount" | "fromDate" | "toDate" | "journalId" | "reason">>;

/** Holds of one merchant's book in one currency. */
export interface DepositBook {
  readonly merchantId: string;
  readonly book: "live" | "test";
  readonly currency: string;
}

const rows = sealedRows("merDeposits", { topic: merDepositTopic, permission: "merDeposit:page" });

/** The tenant of a merchant. */
export async function tenantOf({ db }: Pick<Context, "db">, merchantId: string): Promise<number> {
  const { tenantId } = await db
    .selectFrom("merchants")
    .select("tenantId")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return tenantId;
}

/** A movement in its stored form. */
const moveOf = (
  ctx: Context,
  {
    merchantId,
    id,
    tenantId,
    mode,
    currency,
  }: Pick<DepositRow, "merchantId" | "id" | "tenantId" | "mode" | "currency">,
  seq: number,
  move: NewMove,
): Moved => {
  const { userId, realName } = ctx.askedBy ?? ctx.actor;
  return {
    merchantId,
    id: newId("mdm", ctx.now),
    tenantId,
    depositId: id,
    seq,
    mode,
    currency,
    operatorId: userId || null,
    operatorName: userId > 0 ? realName : null,
    time: ctx.now.toISOString(),
    ...move,
  };
};

/** Adds a hold with its first movement. */
export async function insertDeposit(ctx: Context, values: NewDeposit, move: NewMove): Promise<DepositRow> {
  const tenantId = await tenantOf(ctx, values.merchantId);
  const first = moveOf(ctx, { ...values, tenantId }, 1, move);
  const moveDigests = [listedDigest("merDepositMoves", first)];
  const row = await rows.insert(ctx, { releasedAmount: "0", usedAmount: "0", ...values, tenantId, moveDigests });
  await ctx.db.insertInto("merDepositMoves").values(first).execute();
  return row;
}

/** Changes a locked hold, and records the movement. */
export async function updateDeposit(
  ctx: Context,
  before: DepositRow,
  values: SealedChange<"merDeposits">,
  move: NewMove,
): Promise<DepositRow> {
  const next = moveOf(ctx, before, before.version + 1, move);
  const listed = before.moveDigests ?? (await movesOf(ctx, before)).map((one) => listedDigest("merDepositMoves", one));
  const moveDigests = [...listed, listedDigest("merDepositMoves", next)];
  const after = await rows.update(ctx, before, { ...values, moveDigests });
  await ctx.db.insertInto("merDepositMoves").values(next).execute();
  return after;
}

const movesOf = ({ db }: Context, { merchantId, id }: DepositRow) =>
  db
    .selectFrom("merDepositMoves")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("depositId", "=", id)
    .orderBy("seq")
    .execute();

/** A hold in the actor's scope. */
export async function findDeposit(ctx: Context, id: string): Promise<DepositRow> {
  const row = await from(ctx, "merDeposits").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("merDeposit", id);
  return row;
}

/** A hold, locked; its book has been locked before. */
export const lockDeposit = (
  { db }: Pick<Context, "db">,
  { merchantId, id }: Pick<DepositRow, "merchantId" | "id">,
): Promise<DepositRow> =>
  db
    .selectFrom("merDeposits")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

const openHolds = ({ db }: Pick<Context, "db">, { merchantId, book, currency }: DepositBook) =>
  db
    .selectFrom("merDeposits")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .where("currency", "=", currency)
    .where("remainAmount", ">", "0")
    .orderBy("holdDate")
    .orderBy("id");

/** Holds that may cover a loss, oldest first, without frozen ones. Locked where the caller holds the book's lock. */
export const usableHolds = (ctx: Pick<Context, "db">, place: DepositBook, isLocked: boolean): Promise<DepositRow[]> =>
  openHolds(ctx, place)
    .where("status", "<>", "frozen")
    .$if(isLocked, (query) => query.forUpdate())
    .execute();

/** A merchant's held amount in a currency, in minor units; optionally of fixed deposits only. */
export async function heldAmount(
  { db }: Pick<Context, "db">,
  { merchantId, book, currency }: DepositBook,
  type?: DepositRow["type"],
): Promise<bigint> {
  const { sum } = await db
    .selectFrom("merDeposits")
    .select((is) => is.fn.coalesce(is.fn.sum<string>("remainAmount"), is.lit(0)).as("sum"))
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .where("currency", "=", currency)
    .where("remainAmount", ">", "0")
    .$if(type !== undefined, (query) => query.where("type", "=", type as DepositRow["type"]))
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

type Named = Pick<DepositRow, "merchantId" | "id">;

/** Unfrozen holds of all merchants due by a day, longest overdue first. */
export const dueDeposits = (db: Kysely<Tables>, day: string, limit: number): Promise<Named[]> =>
  db
    .selectFrom("merDeposits")
    .select(["merchantId", "id"])
    .where("status", "in", ["held", "partially_released"])
    .where("releaseDate", "<=", day)
    .orderBy("releaseDate")
    .orderBy("id")
    .limit(limit)
    .execute();

/** A closing merchant's hold, and the day closing began. */
export interface ClosingHold extends Named {
  readonly closedOn: string;
}

/** Holds of closing or closed merchants that would be released before `days` after closing began. */
export async function closingHolds(db: Kysely<Tables>, days: number, limit: number): Promise<ClosingHold[]> {
  const { rows } = await sql<ClosingHold>`
    SELECT d.merchant_id, d.id, (c.at AT TIME ZONE 'UTC')::date AS closed_on
      FROM mer_deposits d
      JOIN merchants m ON m.id = d.merchant_id
      JOIN LATERAL (SELECT max(s.at) AS at FROM merchant_steps s
                     WHERE s.merchant_id = m.id AND s.to_status = 'closing') c ON true
     WHERE m.status IN ('closing', 'closed') AND c.at IS NOT NULL
       AND d.status IN (${sql.join(openDepositStates)})
       AND (d.release_date IS NULL OR d.release_date < (c.at AT TIME ZONE 'UTC')::date + ${days}::integer)
     ORDER BY d.merchant_id, d.id LIMIT ${limit}`.execute(db);
  return rows;
}
