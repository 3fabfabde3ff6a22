import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { columnDifferences } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

interface Compared {
  readonly id: string;
  readonly said: string;
  readonly booked: string;
}

/** Movements of some events on accounts of a kind, by record. */
const movedBy = ({ merchantId, book }: MerchantBook, events: readonly string[], kind: string, prefix: string) => sql`
  SELECT j.event_id AS id, 0 AS said,
         sum(CASE WHEN p.debit_account LIKE ${`plt:${kind}:%`} THEN p.amount ELSE 0 END
           - CASE WHEN p.credit_account LIKE ${`plt:${kind}:%`} THEN p.amount ELSE 0 END) AS booked
    FROM ledger_journals j
    JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
   WHERE j.merchant_id = ${merchantId} AND j.book = ${book} AND j.event IN (${sql.join([...events])})
     AND j.event_id LIKE ${`${prefix}_%`}
   GROUP BY j.event_id`;

const compared = async (
  db: Kysely<Tables>,
  said: ReturnType<typeof sql>,
  booked: ReturnType<typeof sql>,
): Promise<Compared[]> =>
  (
    await sql<Compared>`
    SELECT id, sum(said)::text AS said, sum(booked)::text AS booked FROM (${said} UNION ALL ${booked}) AS sides
     GROUP BY id HAVING sum(said) <> sum(booked) ORDER BY id`.execute(db)
  ).rows;

/**
 * Findings about settlement files: lines whose cost or suspense differs from their journals, files whose receipt does,
 * and journals of neither. A line matched to a merchant's record is booked in that merchant's book, any other in the
 * house account's.
 */
export async function reconFindings(db: Kysely<Tables>, of: MerchantBook): Promise<Finding[]> {
  const { merchantId, book } = of;
  const trued = await compared(
    db,
    sql`SELECT id, trued_amount AS said, 0 AS booked FROM recon_items
         WHERE coalesce(our_merchant_id, merchant_id) = ${merchantId} AND mode = ${book} AND trued_amount <> 0`,
    movedBy(of, ["J61"], "cost", "rci"),
  );
  const suspense = await compared(
    db,
    sql`SELECT id, suspense_amount AS said, 0 AS booked FROM recon_items
         WHERE merchant_id = ${merchantId} AND mode = ${book} AND suspense_amount <> 0`,
    movedBy(of, ["J62", "J63"], "recon_suspense", "rci"),
  );
  const received = await compared(
    db,
    sql`SELECT id, received_amount AS said, 0 AS booked FROM recon_batches
         WHERE merchant_id = ${merchantId} AND mode = ${book} AND received_amount <> 0`,
    movedBy(of, ["J60"], "bank", "rcb"),
  );
  const found = (rows: readonly Compared[], table: string, column: string): Finding[] =>
    rows.flatMap(({ id, said, booked }) =>
      columnDifferences({ law: "backed", table, key: id }, { [column]: [BigInt(booked), BigInt(said)] }),
    );
  return [
    ...found(trued, "recon_items", "trued_amount"),
    ...found(suspense, "recon_items", "suspense_amount"),
    ...found(received, "recon_batches", "received_amount"),
  ];
}

interface Counted {
  readonly table: "recon_batches" | "bank_statements";
  readonly id: string;
  readonly column: string;
  readonly said: string;
  readonly found: string;
}

/**
 * Findings: settlement files and bank statements whose line totals differ from their lines, which were deleted or
 * added.
 */
async function countFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const { rows } = await sql<Counted>`
    SELECT "table", id, "column", said::text AS said, found::text AS found FROM (
      SELECT 'recon_batches' AS "table", b.id, 'line_count' AS "column", b.line_count::numeric AS said,
             (SELECT count(*) FROM recon_items i
               WHERE i.merchant_id = b.merchant_id AND i.batch_id = b.id AND i.line_no IS NOT NULL) AS found
        FROM recon_batches b WHERE b.merchant_id = ${merchantId} AND b.mode = ${book}
      UNION ALL
      SELECT 'bank_statements', s.id, told."column", told.said, told.found
        FROM bank_statements s
       CROSS JOIN LATERAL (
        SELECT count(*) AS lines, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0) AS credit,
               -coalesce(sum(l.amount) FILTER (WHERE l.amount < 0), 0) AS debit
          FROM bank_lines l WHERE l.merchant_id = s.merchant_id AND l.statement_id = s.id AND l.mode = s.mode) AS l
       CROSS JOIN LATERAL (VALUES ('line_count', s.line_count::numeric, l.lines::numeric),
        ('credit_amount', s.credit_amount::numeric, l.credit), ('debit_amount', s.debit_amount::numeric, l.debit)
       ) AS told ("column", said, found)
       WHERE s.merchant_id = ${merchantId} AND s.mode = ${book}) AS counted
     WHERE said <> found ORDER BY "table", id, "column"`.execute(db);
  return rows.flatMap(({ table, id, column, said, found }) =>
    columnDifferences({ law: "backed", table, key: id }, { [column]: [BigInt(found), BigInt(said)] }),
  );
}

/**
 * Findings about bank statements: lines whose charge, loss, suspense or exchange difference differs from their journals, journals without a
 * line, and files and statements with missing lines.
 */
export async function bankFindings(db: Kysely<Tables>, of: MerchantBook): Promise<Finding[]> {
  const { merchantId, book } = of;
  const laws = [
    ["charge_amount", ["J47", "J63"], "cost:payout_fee"],
    ["loss_amount", ["J63"], "cost:dispute_loss"],
    ["suspense_amount", ["J62", "J63"], "recon_suspense"],
    ["exchange_amount", ["J46"], "fx_gain_loss"],
  ] as const;
  const findings = await countFindings(db, of);
  for (const [column, events, kind] of laws) {
    const said = sql`SELECT id, ${sql.ref(column)} AS said, 0 AS booked FROM bank_lines
      WHERE merchant_id = ${merchantId} AND mode = ${book} AND ${sql.ref(column)} <> 0`;
    for (const row of await compared(db, said, movedBy(of, events, kind, "bsl")))
      findings.push(
        ...columnDifferences(
          { law: "backed", table: "bank_lines", key: row.id },
          { [column]: [BigInt(row.booked), BigInt(row.said)] },
        ),
      );
  }
  return findings;
}
