import { type SettlementLine, settlingEvents } from "@countinghouse/ledger/settlement-line.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { type Kysely, sql } from "kysely";
import { write } from "../../../platform/db/pipelined.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import type { LineFacts, SettledBatch } from "./settlement-line.policy.ts";

type Db = Pick<Context, "db">;

/** The settlement line of a journal, with its record and due date. */
export interface JournalLine extends SettlementLine {
  readonly journalId: string;
  readonly sourceId: string;
  readonly dueDate: string | null;
}

/** Writes the lines of journals that are being written. */
export async function writeLines(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  lines: readonly JournalLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => lineRow({ merchantId, book }, line));
  await write(db, db.insertInto("settlementLines").values(rows).compile());
}

/** A line as it is stored. */
export const lineRow = ({ merchantId, book }: MerchantBook, { type, amount, tax, ...line }: JournalLine) => ({
  ...line,
  merchantId,
  book,
  currency: amount.currency,
  lineType: type,
  amount: toWire(amount),
  taxAmount: toWire(tax),
});

/** Sets the due date of a record's undated lines. */
export async function dateLines(
  { db }: Db,
  {
    merchantId,
    orderId,
    sourceId,
  }: { readonly merchantId: string; readonly orderId: string; readonly sourceId: string },
  dueDate: string,
): Promise<void> {
  await db
    .updateTable("settlementLines")
    .set({ dueDate })
    .where("merchantId", "=", merchantId)
    .where("sourceId", "=", sourceId)
    .where("dueDate", "is", null)
    .where("journalId", "in", (journals) =>
      journals
        .selectFrom("ledgerJournals")
        .select("id")
        .where("merchantId", "=", merchantId)
        .where("orderId", "=", orderId),
    )
    .execute();
}

/** The lines of some journals of a merchant. */
export const linesOfJournals = (
  db: Kysely<Tables>,
  merchantId: string,
  journals: readonly { readonly id: string }[],
): Promise<LineFacts[]> =>
  db
    .selectFrom("settlementLines")
    .select(["journalId", "book", "currency", "lineType", "sourceId", "amount", "taxAmount", "dueDate"])
    .where("merchantId", "=", merchantId)
    .where(
      "journalId",
      "in",
      journals.map(({ id }) => id),
    )
    .execute();

/** Due dates of captures, and of refunds taken from unsettled money, by id: null while a capture has no price. */
export async function dueDatesOf(
  db: Kysely<Tables>,
  merchantId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (recordIds.length === 0) return new Map();
  const ids = [...new Set(recordIds)];
  const datesIn = (table: "captures" | "orderRefunds") =>
    db.selectFrom(table).select(["id", "dueDate"]).where("merchantId", "=", merchantId).where("id", "in", ids);
  const rows = await datesIn("captures")
    .unionAll(datesIn("orderRefunds").where("dueDate", "is not", null))
    .execute();
  return new Map(rows.map(({ id, dueDate }) => [id, dueDate]));
}

/** A book's batches with settled lines, each with its settlement journals. */
export async function settledBatches(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<SettledBatch[]> {
  const pending = (side: "debit" | "credit") =>
    sql<string>`(SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p
       JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
      WHERE p.merchant_id = ${merchantId} AND p.book = ${book} AND p.currency = l.currency
        AND j.event_id = l.batch_id AND j.event IN (${sql.join([...settlingEvents])})
        AND ${sql.ref(`p.${side}_account`)} LIKE 'mer:%:pending:%')`;
  const { rows } = await sql<SettledBatch>`
    SELECT l.batch_id, l.currency, sum(l.amount)::text AS lines, (${pending("debit")} - ${pending("credit")})::text AS booked
      FROM settlement_lines l
     WHERE l.merchant_id = ${merchantId} AND l.book = ${book} AND l.state = 'settled'
     GROUP BY l.batch_id, l.currency`.execute(db);
  return rows;
}

/** Which of some records have a settled line: their money has left the pending bucket. */
export async function settledSources(
  { db }: Db,
  merchantId: string,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sourceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("settlementLines")
    .select("sourceId")
    .distinct()
    .where("merchantId", "=", merchantId)
    .where("sourceId", "in", [...sourceIds])
    .where("state", "=", "settled")
    .execute();
  return new Set(rows.map(({ sourceId }) => sourceId));
}
