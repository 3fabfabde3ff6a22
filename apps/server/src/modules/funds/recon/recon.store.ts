import {
  matchesOfGroup,
  type ReconDetail,
  type ReconGroup,
  reconTopic,
} from "@countinghouse/contract/funds/recon/recon.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { creationStamps, from, lockById } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { findHouse } from "../../merchants/merchant/index.ts";
import { agesOfLines } from "./line-age.store.ts";

type Db = Kysely<Tables>;
export type ReconBatchRow = Selectable<Tables["reconBatches"]>;

/** Identifies one batch; its lines are read by both ids. */
export interface ReconBatchRef {
  readonly merchantId: string;
  readonly batchId: string;
}

export const refOfBatch = ({ merchantId, id }: Pick<ReconBatchRow, "merchantId" | "id">): ReconBatchRef => ({
  merchantId,
  batchId: id,
});

/** A tenant's house account; refuses where there is none yet. */
export async function houseOf(ctx: Pick<Context, "db">, tenantId: number): Promise<string> {
  const house = await findHouse(ctx, tenantId);
  if (house === undefined) throw refuse("recon.noHouse");
  return house;
}

/** The settings of a gateway account for reading and matching its files. */
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
  /** The endpoint with its files; null where the gateway's own API is called. */
  readonly fileEndpointId: string | null;
  readonly filePattern: string;
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
      "reconSources.fileEndpointId",
      sql<string>`coalesce(recon_sources.file_pattern, '*')`.as("filePattern"),
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

/** Every gateway account, for nightly checks. */
export const everyAccount = (db: Db): Promise<Pick<ReconAccount, "id" | "tenantId" | "name" | "mode">[]> =>
  db.selectFrom("gatewayAccounts").select(["id", "tenantId", "name", "mode"]).orderBy("id").execute();

/** Gateway accounts of one mode in the actor's scope, or the named one. */
export const accountsInReach = (
  ctx: Context,
  { mode, gatewayAccountId }: { readonly mode: "live" | "test"; readonly gatewayAccountId: string | undefined },
) =>
  from(ctx, "gatewayAccounts")
    .select(["id", "name"])
    .where("mode", "=", mode)
    .$if(gatewayAccountId !== undefined, (query) => query.where("id", "=", gatewayAccountId ?? ""))
    .execute();

/** Accounts whose files are fetched. */
export const fetchedAccounts = (db: Db): Promise<ReconAccount[]> =>
  accounts(db)
    .where("gatewayAccounts.status", "<>", "disabled")
    .where(sql<boolean>`coalesce(recon_sources.is_fetched, true)`)
    .orderBy("gatewayAccounts.id")
    .execute();

const accountName = sql<string>`(SELECT a.name FROM gateway_accounts a WHERE a.id = recon_batches.gateway_account_id)`;

/** Batches in the actor's scope, with the columns of lists. */
export const describedBatches = (ctx: Context) =>
  from(ctx, "reconBatches").selectAll("reconBatches").select(accountName.as("gatewayAccountName"));

const rows = sealedRows("reconBatches", { topic: reconTopic, permission: "recon:page" });

/** Adds a file. */
export const insertBatch = (
  ctx: Context,
  values: Omit<NewSealed<"reconBatches">, "receivedAmount">,
): Promise<ReconBatchRow> => rows.insert(ctx, { receivedAmount: "0", ...creationStamps(ctx), ...values });

/** Changes a file that the caller has locked. */
export const updateBatch = rows.update;

/** A batch in the actor's scope, locked. */
export async function lockBatch(ctx: Context, id: string): Promise<ReconBatchRow> {
  const row = await lockById(ctx, "reconBatches", id);
  if (!row) throw notFound("recon", id);
  return row;
}

export const lockBatchByRef = (
  { db }: Pick<Context, "db">,
  { merchantId, batchId }: ReconBatchRef,
): Promise<ReconBatchRow | undefined> =>
  db
    .selectFrom("reconBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", batchId)
    .forUpdate()
    .executeTakeFirst();

/** Locks all open files of an account, in order: its lines are matched by one round at a time. */
export async function lockAccountFiles(
  { db }: Pick<Context, "db">,
  { merchantId, gatewayAccountId }: Pick<ReconBatchRow, "merchantId" | "gatewayAccountId">,
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

/** Locks an account for an import: concurrent imports are serialised. Payments are not blocked. */
export async function holdAccount({ db }: Pick<Context, "db">, id: string): Promise<void> {
  await db.selectFrom("gatewayAccounts").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** An earlier import: the batch with the same content, or with the same number. */
export const knownFile = (
  { db }: Pick<Context, "db">,
  {
    merchantId,
    gatewayAccountId,
    batchNo,
    fileHash,
  }: Pick<ReconBatchRow, "merchantId" | "gatewayAccountId" | "batchNo" | "fileHash">,
): Promise<ReconBatchRow | undefined> =>
  db
    .selectFrom("reconBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where((is) => is.or([is("fileHash", "=", fileHash), is("batchNo", "=", batchNo)]))
    .orderBy(sql`file_hash = ${fileHash}`, "desc")
    .forUpdate()
    .executeTakeFirst();

/** Numbers of an account's imported files, and how often each was repeated. */
export const knownNumbers = (
  db: Db,
  { merchantId, gatewayAccountId }: Pick<ReconBatchRow, "merchantId" | "gatewayAccountId">,
): Promise<Pick<ReconBatchRow, "id" | "batchNo" | "copies">[]> =>
  db
    .selectFrom("reconBatches")
    .select(["id", "batchNo", "copies"])
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .execute();

/** Number of the missing file before this one; null where there is no gap. */
export async function missingBefore(
  { db }: { readonly db: Db },
  { merchantId, gatewayAccountId, batchNo }: Pick<ReconBatchRow, "merchantId" | "gatewayAccountId" | "batchNo">,
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

/** Date of an account's first file in a file's currency. */
export async function firstFileDate(
  { db }: { readonly db: Db },
  { merchantId, gatewayAccountId, currency }: Pick<ReconBatchRow, "merchantId" | "gatewayAccountId" | "currency">,
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

const ofBatch = ({ merchantId, batchId }: ReconBatchRef) => sql`merchant_id = ${merchantId} AND batch_id = ${batchId}`;

/** Totals of a batch's lines. */
export interface ReconBatchSums {
  readonly differenceAmount: string;
  readonly openCount: number;
  readonly openAmount: string;
  readonly openSince: string | null;
  readonly newCount: number;
}

export async function sumsOfBatch({ db }: Pick<Context, "db">, ref: ReconBatchRef): Promise<ReconBatchSums> {
  const { rows } = await sql<ReconBatchSums>`
    SELECT coalesce(sum(difference), 0)::text AS difference_amount,
           (count(*) FILTER (WHERE status = 'open'))::integer AS open_count,
           coalesce(sum(difference) FILTER (WHERE status = 'open'), 0)::text AS open_amount,
           min(since) FILTER (WHERE status = 'open') AS open_since,
           (count(*) FILTER (WHERE status = 'new'))::integer AS new_count
      FROM recon_items WHERE ${ofBatch(ref)}`.execute(db);
  return rows[0] as ReconBatchSums;
}

const groupOf = sql`CASE
  WHEN status IN ('claimed', 'suspended', 'resolved') THEN 'resolved'
  WHEN match_status IN (${sql.join([...matchesOfGroup.matched])}) THEN 'matched'
  WHEN match_status IN (${sql.join([...matchesOfGroup.missing])}) THEN 'missing'
  WHEN match_status IN (${sql.join([...matchesOfGroup.extra])}) THEN 'extra'
  ELSE 'mismatched' END`;

/** Lines by group with their differences; for matched ones their amounts. */
export async function groupsOf(db: Db, ref: ReconBatchRef, currency: string): Promise<ReconDetail["groups"]> {
  const { rows } = await sql<ReconDetail["groups"][number] & { group: ReconGroup }>`
    SELECT grouped AS "group", count(*)::integer AS count, ${currency} AS currency,
           sum(CASE WHEN grouped = 'matched' THEN net_amount ELSE difference END)::text AS amount
      FROM (SELECT ${groupOf} AS grouped, net_amount, difference FROM recon_items
             WHERE ${ofBatch(ref)} AND status <> 'new' AND (type <> 'payout' OR match_status <> 'matched')) AS g
     GROUP BY grouped`.execute(db);
  return rows;
}

/** Differing lines by kind of difference. */
export async function classesOf(db: Db, ref: ReconBatchRef, currency: string): Promise<ReconDetail["classes"]> {
  const { rows } = await sql<ReconDetail["classes"][number]>`
    SELECT match_status, count(*)::integer AS count, (count(*) FILTER (WHERE status = 'open'))::integer AS open,
           ${currency} AS currency, sum(difference)::text AS amount, min(since) FILTER (WHERE status = 'open') AS oldest
      FROM recon_items WHERE ${ofBatch(ref)} AND match_status NOT IN ('matched', 'tolerance')
     GROUP BY match_status ORDER BY count(*) DESC, match_status`.execute(db);
  return rows;
}

/** Both sides by line type, with other currencies separate. */
export async function typesOf(db: Db, ref: ReconBatchRef, currency: string): Promise<ReconDetail["types"]> {
  const { rows } = await sql<ReconDetail["types"][number]>`
    SELECT type, count(*)::integer AS count, coalesce(foreign_currency, ${currency}) AS currency,
           sum(gross_amount)::text AS gross_amount, sum(fee_amount)::text AS fee_amount, sum(net_amount)::text AS net_amount,
           sum(CASE WHEN foreign_currency IS NULL THEN net_amount - difference ELSE 0 END)::text AS our_net_amount
      FROM recon_items WHERE ${ofBatch(ref)} AND type <> 'payout'
     GROUP BY type, foreign_currency ORDER BY count(*) DESC, type`.execute(db);
  return rows;
}

/** Open differences by age, with absolute sums. */
export const agesOf = (ctx: Pick<Context, "db" | "now">, ref: ReconBatchRef, currency: string) =>
  agesOfLines(
    ctx,
    { table: "recon_items", where: sql`${ofBatch(ref)} AND status = 'open'`, amount: "difference" },
    currency,
  );
