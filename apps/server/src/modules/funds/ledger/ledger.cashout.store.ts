import { frozenCashoutStates } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { frozenPayoutOrderStates } from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { columnDifferences, missingFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/**
 * Findings: withdrawals and payout orders with journals but without a row, and transfers that are named but missing.
 */
export async function absentCashouts(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const { rows } = await sql<{ table: string; id: string }>`
    SELECT 'cashouts' AS table, j.event_id AS id FROM ledger_journals j
     WHERE j.merchant_id = ${merchantId} AND j.book = ${book} AND j.event = 'J40'
       AND NOT EXISTS (SELECT 1 FROM cashouts c
                        WHERE c.merchant_id = j.merchant_id AND c.mode = j.book AND c.id = j.event_id)
    UNION ALL
    SELECT 'payouts', c.payout_id FROM cashouts c
     WHERE c.merchant_id = ${merchantId} AND c.mode = ${book} AND c.payout_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM payouts p
                        WHERE p.merchant_id = c.merchant_id AND p.mode = c.mode AND p.id = c.payout_id)
    UNION ALL
    SELECT 'payout_orders', j.event_id FROM ledger_journals j
     WHERE j.merchant_id = ${merchantId} AND j.book = ${book} AND j.event = 'J50'
       AND NOT EXISTS (SELECT 1 FROM payout_orders o
                        WHERE o.merchant_id = j.merchant_id AND o.mode = j.book AND o.id = j.event_id)
    UNION ALL
    SELECT 'payouts', o.payout_id FROM payout_orders o
     WHERE o.merchant_id = ${merchantId} AND o.mode = ${book} AND o.payout_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM payouts p
                        WHERE p.merchant_id = o.merchant_id AND p.mode = o.mode AND p.id = o.payout_id)
     ORDER BY 1, 2`.execute(db);
  return rows.map(({ table, id }) => missingFinding({ law: "backed", table, key: id }));
}

/** Findings: transfers paid with a different amount, until somebody decides who bears the difference. */
export async function differenceFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const rows = await db
    .selectFrom("payouts")
    .select(["id", "amount", "currency", "paidAmount", "paidCurrency"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .where("paidAmount", "is not", null)
    .where("differenceCause", "is", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, amount, currency, paidAmount, paidCurrency }) =>
    columnDifferences(
      { law: "suspense_backed", table: "payouts", key: id },
      { paid_amount: [amount, paidAmount], paid_currency: [currency, paidCurrency] },
    ),
  );
}

/**
 * Findings: withdrawals and payout orders whose frozen amount differs from their row, and frozen amounts without one.
 */
export async function cashoutFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const { rows } = await sql<{ table: string; id: string; asked: string; frozen: string }>`
    SELECT "table", id, sum(asked)::text AS asked, sum(frozen)::text AS frozen FROM (
      SELECT 'cashouts' AS "table", id, debited_amount AS asked, 0 AS frozen FROM cashouts
       WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN (${sql.join([...frozenCashoutStates])})
      UNION ALL
      SELECT 'payout_orders', id, debited_amount, 0 FROM payout_orders
       WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN (${sql.join([...frozenPayoutOrderStates])})
      UNION ALL
      SELECT CASE event WHEN 'J40' THEN 'cashouts' ELSE 'payout_orders' END, event_id, 0, remaining FROM ledger_holds
       WHERE merchant_id = ${merchantId} AND book = ${book} AND event IN ('J40', 'J50')
    ) AS sides GROUP BY "table", id HAVING sum(asked) <> sum(frozen) ORDER BY id`.execute(db);
  return rows.flatMap(({ table, id, asked, frozen }) =>
    columnDifferences({ law: "backed", table, key: id }, { debited_amount: [BigInt(frozen), BigInt(asked)] }),
  );
}
