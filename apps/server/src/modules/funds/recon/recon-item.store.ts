import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { AccountCode } from "@countinghouse/ledger/account.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { ReconBatchRef } from "./recon.store.ts";

type Db = Kysely<Tables>;
export type ReconItemRow = Selectable<Tables["reconItems"]>;
export type NewReconItem = Omit<Insertable<Tables["reconItems"]>, "seal">;
export type ReconItemChange = Updateable<Tables["reconItems"]>;

const nameOf = (table: "merchants" | "gateway_accounts", column: string, as: string) =>
  sql<string>`(SELECT n.name FROM ${sql.table(table)} n WHERE n.id = ${sql.ref(`recon_items.${column}`)})`.as(as);

/** Lines in the actor's scope, with the columns of lists. */
export const describedItems = (ctx: Context) =>
  from(ctx, "reconItems")
    .selectAll("reconItems")
    .select([
      sql<CurrencyCode>`coalesce(recon_items.foreign_currency, recon_items.currency)`.as("netCurrency"),
      nameOf("merchants", "our_merchant_id", "merchantName"),
      nameOf("gateway_accounts", "gateway_account_id", "gatewayAccountName"),
      sql<string>`(SELECT b.recon_no FROM recon_batches b
        WHERE b.merchant_id = recon_items.merchant_id AND b.id = recon_items.batch_id)`.as("reconNo"),
    ]);

/** Answers page, detail and export. */
export const itemReads = recordReads({ table: "reconItems", resource: reconItem, describe: describedItems });

/** Values of a line before matching. */
const unjudged = {
  lineNo: null,
  foreignCurrency: null,
  itemTime: null,
  ourMerchantId: null,
  ourRefType: null,
  ourRefId: null,
  ourGrossAmount: null,
  ourFeeAmount: null,
  matchStatus: null,
  difference: "0",
  resolution: null,
  resolveUserId: null,
  secondUserId: null,
  endedBefore: null,
  suspenseAmount: "0",
  truedAmount: "0",
} as const;

/** Rows per SQL statement: sealed and serialised without yielding the event loop. */
const chunk = 100;

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Rows as one JSON parameter with their columns: a parameter per value of hundreds of rows costs many times as much.
 */
function asRecords(rows: readonly object[]) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
  return { columns: names.map(columnOf), records: JSON.stringify(records) };
}

/** Adds sealed lines in chunks, yielding the event loop in between. */
export async function insertItems(ctx: Context, items: Iterable<NewReconItem>): Promise<void> {
  let rows: object[] = [];
  const add = async () => {
    const { columns, records } = asRecords(rows);
    const named = sql.join(columns.map((name) => sql.ref(name)));
    await sql`INSERT INTO recon_items (${named})
      SELECT ${named} FROM jsonb_populate_recordset(NULL::recon_items, ${records}::jsonb)`.execute(ctx.db);
    rows = [];
  };
  for (const item of items) {
    const whole = { ...unjudged, ...item };
    rows.push({ ...whole, seal: ctx.seals.made("reconItems", whole) });
    if (rows.length === chunk) await add();
  }
  if (rows.length > 0) await add();
}

/** Changes automatically judged, previously unmatched lines of one file in one statement. */
export async function updateNewItems(
  ctx: Context,
  changes: readonly { readonly item: ReconItemRow; readonly values: ReconItemChange }[],
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const touched = new Set(changes.flatMap(({ values }) => Object.keys(values)));
  const rows: object[] = [];
  for (const { item, values } of changes) {
    const sealed = await ctx.seals.changed(ctx.db, "reconItems", item, values);
    const { seal } = { ...item, ...sealed };
    const whole = Object.entries({ ...item, ...values }).filter(([name]) => touched.has(name));
    rows.push({ ...Object.fromEntries(whole), id: item.id, seal, version: item.version + 1 });
  }
  const { columns, records } = asRecords(rows);
  const set = sql.join(
    columns.filter((name) => name !== "id").map((name) => sql`${sql.ref(name)} = ${sql.ref(`judged.${name}`)}`),
  );
  await sql`UPDATE recon_items AS i SET ${set}
    FROM jsonb_populate_recordset(NULL::recon_items, ${records}::jsonb) AS judged
   WHERE i.merchant_id = ${first.item.merchantId} AND i.id = judged.id`.execute(ctx.db);
}

/**
 * Changes a line whose file the caller has locked. Changes by users are audited; automatic ones of hundreds of
 * thousands of lines are recorded in the line only.
 */
export async function updateItem(ctx: Context, before: ReconItemRow, values: ReconItemChange): Promise<ReconItemRow> {
  const sealed = await ctx.seals.changed(ctx.db, "reconItems", before, values);
  const after = await ctx.db
    .updateTable("reconItems")
    .set({ ...values, ...sealed, version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (ctx.actor.userId > 0) ctx.recordChange({ table: "reconItems", id: before.id, before, after });
  return after;
}

const ofBatch = (db: Db, { merchantId, batchId }: ReconBatchRef) =>
  db.selectFrom("reconItems").selectAll().where("merchantId", "=", merchantId).where("batchId", "=", batchId);

/** The next lines of a file to match: new ones, or open ones after a given line. */
export const nextToMatch = (
  db: Db,
  ref: ReconBatchRef,
  { status, after, limit }: { readonly status: "new" | "open"; readonly after: number; readonly limit: number },
): Promise<ReconItemRow[]> =>
  ofBatch(db, ref).where("status", "=", status).where("lineNo", ">", after).orderBy("lineNo").limit(limit).execute();

/** The first payout line of a file, null without one; and the sum of its account fees. */
export async function ofWholeFile(
  db: Db,
  { merchantId, batchId }: ReconBatchRef,
): Promise<{ payoutLineNo: number | null; fees: bigint }> {
  const { rows } = await sql<{ payoutLineNo: number | null; fees: string }>`
    SELECT min(line_no) FILTER (WHERE type = 'payout') AS payout_line_no,
           coalesce(sum(net_amount) FILTER (WHERE type = 'fee' AND foreign_currency IS NULL), 0)::text AS fees
      FROM recon_items WHERE merchant_id = ${merchantId} AND batch_id = ${batchId} AND type IN ('payout', 'fee')`.execute(
    db,
  );
  return { payoutLineNo: rows[0]?.payoutLineNo ?? null, fees: BigInt(rows[0]?.fees ?? 0) };
}

/** Whether a file has an open line with a given kind of difference. */
export const hasOpen = async (
  db: Db,
  ref: ReconBatchRef,
  matchStatus: NonNullable<ReconItemRow["matchStatus"]>,
): Promise<boolean> =>
  (await ofBatch(db, ref)
    .where("status", "=", "open")
    .where("matchStatus", "=", matchStatus)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Lines in the actor's scope by their ids, in the order of the file. */
export const itemsInReach = (ctx: Context, ids: readonly string[]): Promise<ReconItemRow[]> =>
  from(ctx, "reconItems")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("lineNo")
    .orderBy("id")
    .execute();

export async function findItem(ctx: Context, id: string): Promise<ReconItemRow> {
  const [item] = await itemsInReach(ctx, [id]);
  if (!item) throw notFound("reconItem", id);
  return item;
}

/**
 * Sum of an account's differences that one user resolved alone since an instant, in minor units, regardless of sign
 * and without some lines. Of two concurrent calls the second waits, and counts the first one's.
 */
export async function resolvedAloneTotal(
  db: Db,
  {
    merchantId,
    gatewayAccountId,
    currency,
    mode,
  }: Pick<ReconItemRow, "merchantId" | "gatewayAccountId" | "currency" | "mode">,
  { userId, since, but }: { readonly userId: number; readonly since: Date; readonly but: readonly string[] },
): Promise<bigint> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`recon ended ${gatewayAccountId} ${userId}`}, 0))`.execute(
    db,
  );
  const { sum } = await db
    .selectFrom("reconItems")
    .select(sql<string>`coalesce(sum(abs(difference)), 0)`.as("sum"))
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("currency", "=", currency)
    .where("mode", "=", mode)
    .where("resolveUserId", "=", userId)
    .where("resolveTime", ">", since.toISOString())
    .where("secondUserId", "is", null)
    .where("id", "not in", [...but])
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

/** Of some records, those matched to a line already. */
export async function takenRecords(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<
  Pick<ReconItemRow, "id" | "batchId" | "lineNo" | "ourRefType" | "ourRefId" | "netAmount" | "grossAmount">[]
> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("reconItems")
    .select(["id", "batchId", "lineNo", "ourRefType", "ourRefId", "netAmount", "grossAmount"])
    .where("merchantId", "=", merchantId)
    .where("ourRefId", "in", [...ids])
    .where("matchStatus", "not in", ["missing_upstream", "duplicate"])
    .execute();
}

/** Lines about records missing in files that are not resolved, or were written off from suspense. */
export async function missingItems(db: Db, merchantId: string, ids: readonly string[]): Promise<ReconItemRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("reconItems")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("ourRefId", "in", [...ids])
    .where("matchStatus", "=", "missing_upstream")
    .where((is) => is.or([is("status", "<>", "resolved"), is("resolution", "=", "suspense")]))
    .execute();
}

/** Accounts to which a line's suspense was cleared, by the house account's journals. */
export async function suspenseClearedTo(
  db: Db,
  { merchantId, id, mode }: Pick<ReconItemRow, "merchantId" | "id" | "mode">,
): Promise<{ account: AccountCode; amount: string }[]> {
  const { rows } = await sql<{ account: AccountCode; amount: string }>`
    SELECT side.account, sum(side.amount)::text AS amount
      FROM ledger_journals j
      JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
     CROSS JOIN LATERAL (VALUES (p.debit_account, p.amount), (p.credit_account, -p.amount)) AS side (account, amount)
     WHERE j.merchant_id = ${merchantId} AND j.book = ${mode} AND j.event_id = ${id} AND j.event IN ('J62', 'J63')
       AND split_part(side.account, ':', 2) NOT IN ('gateway_receivable', 'recon_suspense')
     GROUP BY 1 HAVING sum(side.amount) <> 0`.execute(db);
  return rows;
}
