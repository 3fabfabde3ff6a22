import {
  matchesOfGroup,
  type ReconAge,
  type ReconDetail,
  type ReconGroup,
  reconTopic,
} from "@countinghouse/contract/funds/recon/recon.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { creationStamps, from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";

type Db = Kysely<Tables>;
export type BatchRow = Selectable<Tables["reconBatches"]>;

/** Names one batch: everything of it is read by both. */
export interface BatchRef {
  readonly merchantId: string;
  readonly batchId: string;
}

export const refOfBatch = ({ merchantId, id }: Pick<BatchRow, "merchantId" | "id">): BatchRef => ({
  merchantId,
  batchId: id,
});

/** The merchant that stands for a tenant itself; refused where it has none yet. */
export async function houseOf({ db }: Pick<Context, "db">, tenantId: number): Promise<string> {
  const row = await db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("isHouse", "=", true)
    .executeTakeFirst();
  if (!row) throw refuse("recon.noHouse");
  return row.id;
}

/** What of a gateway account decides how its files are read and compared. */
export interface ReconAccount {
  readonly id: string;
  readonly tenantId: number;
  readonly name: string;
  readonly mode: "live" | "test";
  readonly upstreamMid: string;
  readonly connector: string;
  readonly settlementCurrency: string;
  readonly cutoffTime: string;
  readonly cutoffTimezone: string;
  readonly settlementLagDays: number;
  readonly businessCalendar: string | null;
  readonly isFetched: boolean;
  readonly amountTolerance: string;
  readonly feeTolerance: number;
  readonly approvalLimit: string;
}

const accounts = (db: Db) =>
  db
    .selectFrom("gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .leftJoin("reconSources", "reconSources.gatewayAccountId", "gatewayAccounts.id")
    .select([
      "gatewayAccounts.id",
      "gatewayAccounts.tenantId",
      "gatewayAccounts.name",
      "gatewayAccounts.mode",
      "gatewayAccounts.upstreamMid",
      "gatewayAccounts.settlementCurrency",
      "upstreamGateways.connector",
      "gateways.cutoffTime",
      "gateways.cutoffTimezone",
      "gateways.settlementLagDays",
      "gateways.businessCalendar",
      sql<boolean>`coalesce(recon_sources.is_fetched, true)`.as("isFetched"),
      sql<string>`coalesce(recon_sources.amount_tolerance, 0)::text`.as("amountTolerance"),
      sql<number>`coalesce(recon_sources.fee_tolerance, 0)`.as("feeTolerance"),
      sql<string>`coalesce(recon_sources.approval_limit, 10000)::text`.as("approvalLimit"),
    ]);

export const readAccount = ({ db }: { readonly db: Db }, id: string): Promise<ReconAccount> =>
  accounts(db).where("gatewayAccounts.id", "=", id).executeTakeFirstOrThrow();

/** A gateway account in the actor's scope. */
export async function findAccount(ctx: Context, id: string): Promise<ReconAccount> {
  const known = await from(ctx, "gatewayAccounts").select("id").where("id", "=", id).executeTakeFirst();
  if (!known) throw notFound("gatewayAccount", id);
  return readAccount(ctx, id);
}

/** Gateway accounts of one mode in the actor's scope, or the one that is named. */
export const accountsInReach = (
  ctx: Context,
  { mode, gatewayAccountId }: { readonly mode: "live" | "test"; readonly gatewayAccountId: string | undefined },
) =>
  from(ctx, "gatewayAccounts")
    .select(["id", "name"])
    .where("mode", "=", mode)
    .$if(gatewayAccountId !== undefined, (query) => query.where("id", "=", gatewayAccountId ?? ""))
    .execute();

/** Accounts whose files are asked for. */
export const fetchedAccounts = (db: Db): Promise<ReconAccount[]> =>
  accounts(db)
    .where("gatewayAccounts.status", "<>", "disabled")
    .where(sql<boolean>`coalesce(recon_sources.is_fetched, true)`)
    .orderBy("gatewayAccounts.id")
    .execute();

const accountName = sql<string>`(SELECT a.name FROM gateway_accounts a WHERE a.id = recon_batches.gateway_account_id)`;

/** Batches in the actor's scope, as lists show them. */
export const describedBatches = (ctx: Context) =>
  from(ctx, "reconBatches").selectAll("reconBatches").select(accountName.as("gatewayAccountName"));

const rows = sealedRows("reconBatches", { topic: reconTopic, permission: "recon:page" });

/** Adds a file. */
export const insertBatch = (
  ctx: Context,
  values: Omit<NewSealed<"reconBatches">, "receivedAmount">,
): Promise<BatchRow> => rows.insert(ctx, { receivedAmount: "0", ...creationStamps(ctx), ...values });

/** Changes a file that the caller has locked. */
export const updateBatch = rows.update;

/** A batch in the actor's scope, locked. */
export async function lockBatch(ctx: Context, id: string): Promise<BatchRow> {
  const row = await from(ctx, "reconBatches").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("recon", id);
  return row;
}

export const lockBatchByRef = (
  { db }: Pick<Context, "db">,
  { merchantId, batchId }: BatchRef,
): Promise<BatchRow | undefined> =>
  db
    .selectFrom("reconBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", batchId)
    .forUpdate()
    .executeTakeFirst();

/** Locks all files of an account that are not closed, in their order: one at a time compares lines with our records. */
export async function lockAccountFiles(
  { db }: Pick<Context, "db">,
  { merchantId, gatewayAccountId }: Pick<BatchRow, "merchantId" | "gatewayAccountId">,
): Promise<void> {
  await db
    .selectFrom("reconBatches")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("status", "<>", "closed")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Holds an account for the import of a file: two that come at once come one after the other. Payments do not wait. */
export async function holdAccount({ db }: Pick<Context, "db">, id: string): Promise<void> {
  await db.selectFrom("gatewayAccounts").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** What is known of a file: the batch of the same content, or of the same number. */
export const knownFile = (
  { db }: Pick<Context, "db">,
  {
    merchantId,
    gatewayAccountId,
    batchNo,
    fileHash,
  }: Pick<BatchRow, "merchantId" | "gatewayAccountId" | "batchNo" | "fileHash">,
): Promise<BatchRow | undefined> =>
  db
    .selectFrom("reconBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where((is) => is.or([is("fileHash", "=", fileHash), is("batchNo", "=", batchNo)]))
    .orderBy(sql`file_hash = ${fileHash}`, "desc")
    .forUpdate()
    .executeTakeFirst();

/** Numbers of the files of an account that came, with how often each came again. */
export const knownNumbers = (
  db: Db,
  { merchantId, gatewayAccountId }: Pick<BatchRow, "merchantId" | "gatewayAccountId">,
): Promise<Pick<BatchRow, "id" | "batchNo" | "copies">[]> =>
  db
    .selectFrom("reconBatches")
    .select(["id", "batchNo", "copies"])
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .execute();

/** The number of a file that never came although later ones did; null where there is no gap before this one. */
export async function missingBefore(
  { db }: { readonly db: Db },
  { merchantId, gatewayAccountId, batchNo }: Pick<BatchRow, "merchantId" | "gatewayAccountId" | "batchNo">,
): Promise<number | null> {
  const former = await db
    .selectFrom("reconBatches")
    .select(({ fn }) => fn.max("batchNo").as("last"))
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("batchNo", "<", batchNo)
    .executeTakeFirst();
  const last = former?.last ?? null;
  return last !== null && last < batchNo - 1 ? last + 1 : null;
}

/** The day of the first file of an account in the currency of a file. */
export async function firstFileDate(
  { db }: { readonly db: Db },
  { merchantId, gatewayAccountId, currency }: Pick<BatchRow, "merchantId" | "gatewayAccountId" | "currency">,
): Promise<string | null> {
  const row = await db
    .selectFrom("reconBatches")
    .select(({ fn }) => fn.min("fileDate").as("first"))
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("currency", "=", currency)
    .executeTakeFirst();
  return row?.first ?? null;
}

const ofBatch = ({ merchantId, batchId }: BatchRef) => sql`merchant_id = ${merchantId} AND batch_id = ${batchId}`;

/** What the lines of a batch come to now. */
export interface BatchSums {
  readonly differenceAmount: string;
  readonly openCount: number;
  readonly openAmount: string;
  readonly openSince: string | null;
  readonly newCount: number;
}

export async function sumsOfBatch({ db }: Pick<Context, "db">, ref: BatchRef): Promise<BatchSums> {
  const { rows } = await sql<BatchSums>`
    SELECT coalesce(sum(difference), 0)::text AS difference_amount,
           (count(*) FILTER (WHERE status = 'open'))::integer AS open_count,
           coalesce(sum(difference) FILTER (WHERE status = 'open'), 0)::text AS open_amount,
           min(since) FILTER (WHERE status = 'open') AS open_since,
           (count(*) FILTER (WHERE status = 'new'))::integer AS new_count
      FROM recon_items WHERE ${ofBatch(ref)}`.execute(db);
  return rows[0] as BatchSums;
}

const groupOf = sql`CASE
  WHEN status IN ('claimed', 'suspended', 'resolved') THEN 'resolved'
  WHEN match_status IN (${sql.join([...matchesOfGroup.matched])}) THEN 'matched'
  WHEN match_status IN (${sql.join([...matchesOfGroup.missing])}) THEN 'missing'
  WHEN match_status IN (${sql.join([...matchesOfGroup.extra])}) THEN 'extra'
  ELSE 'mismatched' END`;

/** Lines by group, with their differences; of matched ones what they come to. */
export async function groupsOf(db: Db, ref: BatchRef, currency: string): Promise<ReconDetail["groups"]> {
  const { rows } = await sql<ReconDetail["groups"][number] & { group: ReconGroup }>`
    SELECT grouped AS "group", count(*)::integer AS count, ${currency} AS currency,
           sum(CASE WHEN grouped = 'matched' THEN net_amount ELSE difference END)::text AS amount
      FROM (SELECT ${groupOf} AS grouped, net_amount, difference FROM recon_items
             WHERE ${ofBatch(ref)} AND status <> 'new' AND type <> 'payout') AS g
     GROUP BY grouped`.execute(db);
  return rows;
}

/** Lines that were found to differ, by how. */
export async function classesOf(db: Db, ref: BatchRef, currency: string): Promise<ReconDetail["classes"]> {
  const { rows } = await sql<ReconDetail["classes"][number]>`
    SELECT match_status, count(*)::integer AS count, (count(*) FILTER (WHERE status = 'open'))::integer AS open,
           ${currency} AS currency, sum(difference)::text AS amount, min(since) FILTER (WHERE status = 'open') AS oldest
      FROM recon_items WHERE ${ofBatch(ref)} AND match_status NOT IN ('matched', 'tolerance')
     GROUP BY match_status ORDER BY count(*) DESC, match_status`.execute(db);
  return rows;
}

/** Both sides by what the lines are about. */
export async function typesOf(db: Db, ref: BatchRef, currency: string): Promise<ReconDetail["types"]> {
  const { rows } = await sql<ReconDetail["types"][number]>`
    SELECT type, count(*)::integer AS count, ${currency} AS currency, sum(gross_amount)::text AS gross_amount,
           sum(fee_amount)::text AS fee_amount, sum(net_amount)::text AS net_amount,
           sum(net_amount - difference)::text AS our_net_amount
      FROM recon_items WHERE ${ofBatch(ref)} AND type <> 'payout' GROUP BY type ORDER BY count(*) DESC, type`.execute(
    db,
  );
  return rows;
}

/** Open differences by their age, sums without sign. */
export async function agesOf({ db, now }: Pick<Context, "db" | "now">, ref: BatchRef, currency: string) {
  const { rows } = await sql<ReconDetail["ages"][number] & { age: ReconAge }>`
    SELECT age, count(*)::integer AS count, ${currency} AS currency, sum(abs(difference))::text AS amount
      FROM (SELECT difference, CASE WHEN days < 1 THEN 'today' WHEN days < 3 THEN 'days2' WHEN days < 8 THEN 'days7'
                                    WHEN days < 31 THEN 'days30' ELSE 'longer' END AS age
              FROM (SELECT difference, ${now.toISOString().slice(0, 10)}::date - (since AT TIME ZONE 'UTC')::date AS days
                      FROM recon_items WHERE ${ofBatch(ref)} AND status = 'open') AS d) AS a
     GROUP BY age`.execute(db);
  return rows;
}

/** A part of what gateway accounts owe us. */
export interface ReceivablePart {
  readonly gatewayAccountId: string;
  readonly currency: CurrencyCode;
  readonly count: number;
  readonly amount: string;
}

const refundCost = sql`(SELECT sum(p.amount) FROM ledger_journals j
  JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
 WHERE j.merchant_id = r.merchant_id AND j.idempotency_key = 'J03r:' || r.id || ':')`;

type Asked = { readonly mode: "live" | "test"; readonly gatewayAccountIds: readonly string[] };
const partsOf = async (db: Db, query: ReturnType<typeof sql>): Promise<ReceivablePart[]> =>
  (await (query as ReturnType<typeof sql<ReceivablePart>>).execute(db)).rows;

/** The parts of what some accounts owe: balance by the ledger, suspense, booked and unlisted, unpaid, differences. */
export async function receivableParts(db: Db, { mode, gatewayAccountIds }: Asked) {
  const ids = sql`ANY(${[...gatewayAccountIds]}::text[])`;
  const balanceOf = (kind: string) => sql`
    SELECT split_part(account, ':', 4) AS gateway_account_id, currency, count(*)::integer AS count, sum(amount)::text AS amount
      FROM ledger_balances WHERE kind = ${kind} AND book = ${mode} AND split_part(account, ':', 4) = ${ids}
     GROUP BY 1, 2`;
  // Records of ours that no line and no finding of a file stands against.
  const unlisted = sql`
    WITH ours AS (
      SELECT c.merchant_id, 'capture' AS ref_type, c.id, c.gateway_account_id, c.currency, c.amount FROM captures c
       WHERE c.gateway_account_id = ${ids} AND c.mode = ${mode} AND c.status = 'succeeded'
      UNION ALL SELECT c.merchant_id, 'capture', c.id, c.gateway_account_id, c.gateway_cost_currency, -c.gateway_cost_amount
        FROM captures c WHERE c.gateway_account_id = ${ids} AND c.mode = ${mode} AND c.status = 'succeeded'
         AND c.gateway_cost_amount <> 0
      UNION ALL SELECT r.merchant_id, 'refund', r.id, r.gateway_account_id, r.currency, -r.amount - coalesce(${refundCost}, 0)
        FROM order_refunds r
       WHERE r.gateway_account_id = ${ids} AND r.mode = ${mode} AND r.succeeded_time IS NOT NULL
      UNION ALL SELECT r.merchant_id, 'refund_reversal', r.id, r.gateway_account_id, r.currency, r.amount
        FROM order_refunds r WHERE r.gateway_account_id = ${ids} AND r.mode = ${mode} AND r.is_reversed
      UNION ALL SELECT d.merchant_id, 'due', d.id, d.gateway_account_id, d.currency, d.amount FROM payment_dues d
       WHERE d.gateway_account_id = ${ids} AND d.mode = ${mode} AND d.capture_id IS NULL)
    SELECT o.gateway_account_id, o.currency, count(DISTINCT o.ref_type || o.id)::integer AS count, sum(o.amount)::text AS amount
      FROM ours o WHERE NOT EXISTS (SELECT FROM recon_items i
        WHERE i.our_merchant_id = o.merchant_id AND i.our_ref_type = o.ref_type AND i.our_ref_id = o.id
          AND i.match_status <> 'duplicate')
     GROUP BY 1, 2`;
  const unpaid = sql`
    SELECT gateway_account_id, currency, (count(*) FILTER (WHERE net_amount <> received_amount))::integer AS count,
           sum(net_amount - received_amount - (SELECT coalesce(sum(i.net_amount), 0) FROM recon_items i
             WHERE i.merchant_id = recon_batches.merchant_id AND i.batch_id = recon_batches.id
               AND i.type = 'deposit_correction'))::text AS amount
      FROM recon_batches WHERE gateway_account_id = ${ids} AND mode = ${mode} GROUP BY 1, 2`;
  // Less what the file grants beyond our books, or grants not; what a file lacks is ours to be granted.
  const differences = sql`
    SELECT gateway_account_id, currency, count(*)::integer AS count, sum(-difference)::text AS amount
      FROM recon_items WHERE gateway_account_id = ${ids} AND mode = ${mode} AND status IN ('open', 'claimed')
       AND difference <> 0 GROUP BY 1, 2`;
  return {
    balance: await partsOf(db, balanceOf("gateway_receivable")),
    suspense: await partsOf(db, balanceOf("recon_suspense")),
    unlisted: await partsOf(db, unlisted),
    unpaid: await partsOf(db, unpaid),
    differences: await partsOf(db, differences),
  };
}
