import type { SettlementState } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { type Settlement, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";
import type { SettlementBook } from "./settlement-batch.store.ts";

// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; columns are named in full where it matters.
type BatchQuery = SelectQueryBuilder<Tables, any, any>;

/** The sums of a batch, with what makes each while it collects; a batch that is closed has them stored. */
const sums = {
  grossAmount: sql`sum(l.amount) FILTER (WHERE l.line_type = 'capture')`,
  feeAmount: sql`-sum(l.amount - l.tax_amount) FILTER (WHERE l.line_type = 'fee' AND j.event <> 'J29')`,
  refundAmount: sql`-sum(l.amount) FILTER (WHERE l.line_type = 'refund')`,
  disputeAmount: sql`-sum(l.amount) FILTER (WHERE j.event = 'J20')`,
  penaltyAmount: sql`-sum(l.amount - l.tax_amount) FILTER (WHERE j.event IN ('J22', 'J29'))`,
  taxAmount: sql`-sum(l.tax_amount) FILTER (WHERE l.line_type IN ('fee', 'dispute'))`,
  adjustmentAmount: sql`sum(l.amount) FILTER (WHERE l.line_type = 'adjustment')`,
  amount: sql`sum(l.amount)`,
} as const satisfies Partial<Record<keyof Settlement, RawBuilder<unknown>>>;
const sumNames = Object.keys(sums) as (keyof typeof sums)[];

const named = sumNames.map((name) => sql`coalesce(${sums[name]}, 0) AS ${sql.ref(name)}`);

/** What a batch that collects comes to now: the open lines that are due by its day and by no earlier batch's. */
const live = sql`
  SELECT ${sql.join(named)}, count(l.journal_id)::integer AS line_count
    FROM settlement_lines l
    JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
   WHERE settlement_batches.status = 'open' AND l.merchant_id = settlement_batches.merchant_id
     AND l.book = settlement_batches.mode AND l.currency = settlement_batches.currency
     AND l.state = 'open' AND l.hold_id IS NULL AND l.due_date <= settlement_batches.date
     AND l.due_date > coalesce((
       SELECT max(e.date) FROM settlement_batches e
        WHERE e.merchant_id = settlement_batches.merchant_id AND e.mode = settlement_batches.mode
          AND e.currency = settlement_batches.currency AND e.status = 'open' AND e.date < settlement_batches.date),
       '-infinity'::date)`;

const sumOf = (name: keyof typeof sums | "lineCount"): RawBuilder<unknown> =>
  sql`CASE WHEN settlement_batches.status = 'open' THEN live.${sql.ref(name)}
           ELSE ${sql.ref(`settlement_batches.${name}`)} END`;

/** The reserve that is still held: what will be, until the batch is settled. */
const frozenAmount = sql<string>`CASE WHEN settlement_batches.status <> 'settled' THEN settlement_batches.reserve_amount
  ELSE coalesce((SELECT sum(d.remain_amount) FROM mer_deposits d WHERE d.merchant_id = settlement_batches.merchant_id
    AND d.settlement_batch_id = settlement_batches.id), 0) END`;
/** What withdrawals took of a batch, less what came back. */
const withdrawnAmount = sql<string>`coalesce((SELECT sum(a.amount) FROM settlement_allocations a
  WHERE a.merchant_id = settlement_batches.merchant_id AND a.batch_id = settlement_batches.id), 0)`;
/** What may be withdrawn of a batch: nothing before it is settled. */
const availableAmount = sql<string>`CASE WHEN settlement_batches.status = 'settled'
  THEN settlement_batches.amount - ${frozenAmount} - ${withdrawnAmount} ELSE 0 END`;

const plainColumns = [
  "id",
  "batchNo",
  "merchantId",
  "mode",
  "currency",
  "date",
  "periodFrom",
  "periodTo",
  "status",
  "holdReason",
  "blockedBy",
  "reserveAmount",
  "reserveRatio",
  "reserveReleaseDate",
  "checksum",
  "closedTime",
  "closeUserId",
  "closeUserName",
  "confirmedTime",
  "settledTime",
  "journalId",
  "voidCause",
  "voidReason",
  "voidTime",
  "createTime",
  "version",
] as const;

/** Batches in the actor's scope, as lists show them. */
export function describedBatches(ctx: Context): BatchQuery {
  const query = from(ctx, "settlementBatches");
  const condition = ofVisibleMerchants(ctx, "settlementBatches.merchantId");
  return (condition ? query.where(condition) : query)
    .leftJoinLateral(sql<Record<string, unknown>>`(${live})`.as<"live">("live"), (on) => on.onTrue())
    .select(plainColumns.map((column) => `settlementBatches.${column}` as const))
    .select(sumNames.map((name) => sumOf(name).as(name)))
    .select([
      sumOf("lineCount").as("lineCount"),
      sql<boolean>`settlement_batches.hold_reason IS NOT NULL`.as("isOnHold"),
      frozenAmount.as("frozenAmount"),
      availableAmount.as("availableAmount"),
      withdrawnAmount.as("withdrawnAmount"),
      sql<string | null>`(SELECT m.name FROM merchants m WHERE m.id = settlement_batches.merchant_id)`.as(
        "merchantName",
      ),
      sql<string | null>`(SELECT i.id FROM bills i WHERE i.merchant_id = settlement_batches.merchant_id
        AND i.batch_id = settlement_batches.id)`.as("billId"),
    ]);
}

export const batchReads = recordReads({
  table: "settlementBatches",
  resource: settlements,
  describe: describedBatches,
  columns: {
    isOnHold: sql`(settlement_batches.hold_reason IS NOT NULL)`,
    amount: sumOf("amount"),
    lineCount: sumOf("lineCount"),
  },
});

/** Batches of a place as they are shown, those of some states, the earliest or the latest first. */
export const listBatches = async (
  ctx: Context,
  { merchantId, mode, currency }: SettlementBook,
  { statuses, order, limit }: BatchSelection,
): Promise<Settlement[]> =>
  await describedBatches(ctx)
    .where("settlementBatches.merchantId", "=", merchantId)
    .where("settlementBatches.mode", "=", mode)
    .where("settlementBatches.currency", "=", currency)
    .where("settlementBatches.status", "in", [...statuses])
    .orderBy("settlementBatches.date", order)
    .limit(limit)
    .execute();

interface BatchSelection {
  readonly statuses: readonly SettlementState[];
  readonly order: "asc" | "desc";
  readonly limit: number;
}
