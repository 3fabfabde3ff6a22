import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { differences } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { BookOf } from "./ledger.post.store.ts";

interface Compared {
  readonly id: string;
  readonly said: string;
  readonly booked: string;
}

/** What journals of some events moved on accounts of a kind, by the record they happened to. */
const movedBy = ({ merchantId, book }: BookOf, events: readonly string[], kind: string, prefix: string) => sql`
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
 * Lines of settlement files whose cost or suspense is not what was booked for them, files that say they were paid
 * otherwise than was booked, and journals of neither. A line that stands against a merchant's record is booked in that
 * merchant's book, every other one in the house's.
 */
export async function reconFindings(db: Kysely<Tables>, of: BookOf): Promise<Finding[]> {
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
      differences({ law: "backed", table, key: id }, { [column]: [BigInt(booked), BigInt(said)] }),
    );
  return [
    ...found(trued, "recon_items", "trued_amount"),
    ...found(suspense, "recon_items", "suspense_amount"),
    ...found(received, "recon_batches", "received_amount"),
  ];
}
