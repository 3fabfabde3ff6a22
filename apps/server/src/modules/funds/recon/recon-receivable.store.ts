import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { madeRefundId, madeRefunds } from "./recon-counterpart.store.ts";

type Db = Kysely<Tables>;

/** A part of gateway receivables. */
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

/** Parts of some accounts' receivables: ledger balance, suspense, unlisted, unpaid, in matching, differences. */
export async function receivableParts(db: Db, { mode, gatewayAccountIds }: Asked) {
  const ids = sql`ANY(${[...gatewayAccountIds]}::text[])`;
  const balanceOf = (kind: string) => sql`
    SELECT split_part(account, ':', 4) AS gateway_account_id, currency, count(*)::integer AS count, sum(amount)::text AS amount
      FROM ledger_balances WHERE kind = ${kind} AND book = ${mode} AND split_part(account, ':', 4) = ${ids}
     GROUP BY 1, 2`;
  // Our records without a matching line or a missing-record line.
  const unlisted = sql`
    WITH ours AS (
      SELECT c.merchant_id, 'capture' AS ref_type, c.id, c.gateway_account_id, c.currency, c.amount FROM captures c
       WHERE c.gateway_account_id = ${ids} AND c.mode = ${mode} AND c.status = 'succeeded'
      UNION ALL SELECT c.merchant_id, 'capture', c.id, c.gateway_account_id, c.gateway_cost_currency, -c.gateway_cost_amount
        FROM captures c WHERE c.gateway_account_id = ${ids} AND c.mode = ${mode} AND c.status = 'succeeded'
         AND c.gateway_cost_amount <> 0
      UNION ALL SELECT r.merchant_id, 'refund', ${madeRefundId}, r.gateway_account_id, r.currency,
             -made.amount - CASE WHEN made.no = 1 THEN coalesce(${refundCost}, 0) ELSE 0 END
        FROM order_refunds r CROSS JOIN ${madeRefunds}
       WHERE r.gateway_account_id = ${ids} AND r.mode = ${mode} AND r.succeeded_time IS NOT NULL
      UNION ALL SELECT r.merchant_id, 'refund_reversal', ${madeRefundId}, r.gateway_account_id, r.currency, made.amount
        FROM order_refunds r CROSS JOIN ${madeRefunds}
       WHERE r.gateway_account_id = ${ids} AND r.mode = ${mode} AND made.is_back
      UNION ALL SELECT d.merchant_id, 'due', d.id, d.gateway_account_id, d.currency, d.amount FROM payment_dues d
       WHERE d.gateway_account_id = ${ids} AND d.mode = ${mode} AND d.capture_id IS NULL AND d.amount > 0)
    SELECT o.gateway_account_id, o.currency, count(DISTINCT o.ref_type || o.id)::integer AS count, sum(o.amount)::text AS amount
      FROM ours o WHERE NOT EXISTS (SELECT FROM recon_items i
        WHERE i.our_merchant_id = o.merchant_id AND i.our_ref_type = o.ref_type AND i.our_ref_id = o.id
          AND i.match_status <> 'duplicate')
     GROUP BY 1, 2`;
  const unpaid = sql`
    SELECT gateway_account_id, currency,
           (count(*) FILTER (WHERE coalesce(payout_amount, net_amount) <> received_amount))::integer AS count,
           sum(coalesce(payout_amount, net_amount) - received_amount - (SELECT coalesce(sum(i.net_amount), 0)
             FROM recon_items i WHERE i.merchant_id = recon_batches.merchant_id AND i.batch_id = recon_batches.id
               AND i.type = 'deposit_correction' AND i.match_status = 'matched'))::text AS amount
      FROM recon_batches WHERE gateway_account_id = ${ids} AND mode = ${mode} GROUP BY 1, 2`;
  // Lines not matched yet: our record still counts as unlisted.
  const matching = sql`
    SELECT gateway_account_id, currency, count(*)::integer AS count, sum(-amount)::text AS amount FROM (
      SELECT gateway_account_id, currency, net_amount AS amount FROM recon_items
       WHERE gateway_account_id = ${ids} AND mode = ${mode} AND status = 'new' AND type <> 'payout'
         AND foreign_currency IS NULL
      UNION ALL
      SELECT gateway_account_id, currency, payout_amount - net_amount FROM recon_batches b
       WHERE gateway_account_id = ${ids} AND mode = ${mode} AND payout_amount <> net_amount
         AND NOT EXISTS (SELECT FROM recon_items i WHERE i.merchant_id = b.merchant_id AND i.batch_id = b.id
           AND i.type = 'payout' AND i.status <> 'new')) AS listed
     GROUP BY 1, 2`;
  // Less amounts that the file grants beyond our books; a missing record's amount is owed to us.
  const differences = sql`
    SELECT gateway_account_id, currency, count(*)::integer AS count, sum(-difference)::text AS amount
      FROM recon_items WHERE gateway_account_id = ${ids} AND mode = ${mode} AND status IN ('open', 'claimed')
       AND difference <> 0 GROUP BY 1, 2`;
  return {
    balance: await partsOf(db, balanceOf("gateway_receivable")),
    suspense: await partsOf(db, balanceOf("recon_suspense")),
    unlisted: await partsOf(db, unlisted),
    unpaid: await partsOf(db, unpaid),
    matching: await partsOf(db, matching),
    differences: await partsOf(db, differences),
  };
}
