import type { Verification } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { parseAccount } from "@countinghouse/ledger/account.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { type Kysely, sql, type Updateable } from "kysely";
import { operatingTenantId } from "../../../platform/access/actor.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type PostingRow, readJournals } from "./ledger.journal.store.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import type { StoredViolation } from "./ledger.table.ts";
import type { AdjustmentFacts, BalanceFacts, HoldFacts, StoredPosting } from "./ledger.verify.policy.ts";

type Db = Kysely<Tables>;

/** The book's own row: number of journals, time of the newest, and number of sealed ones. */
export const bookRow = (db: Db, { merchantId, book }: MerchantBook) =>
  db
    .selectFrom("ledgerBooks")
    .select(["seq", "postedAt", "sealedSeq"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .executeTakeFirst();

/** Runs `work` in one read-only snapshot, so that concurrent bookings do not look like mismatches. */
export const onSnapshot = <R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> =>
  db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);

/** Posting rows in the form of the ledger package. */
export const placedPosting = (row: PostingRow): StoredPosting => ({
  journalId: row.journalId,
  line: row.line,
  debit: parseAccount(row.debitAccount).code,
  credit: parseAccount(row.creditAccount).code,
  amount: fromWire(row.amount, row.currency),
  debitAfter: BigInt(row.debitAfter),
  creditAfter: BigInt(row.creditAfter),
});

/** Every stored balance of a book. */
export const storedBalances = (db: Db, { merchantId, book }: MerchantBook): Promise<BalanceFacts[]> =>
  db
    .selectFrom("ledgerBalances")
    .select(["account", "kind", "currency", "amount", "lastJournalId"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .execute();

/** Some postings of a book without a journal. */
export const loosePostings = (db: Db, { merchantId, book }: MerchantBook) =>
  db
    .selectFrom("ledgerPostings as p")
    .leftJoin("ledgerJournals as j", (on) =>
      on.onRef("j.merchantId", "=", "p.merchantId").onRef("j.id", "=", "p.journalId"),
    )
    .select(["p.journalId", "p.line"])
    .where("p.merchantId", "=", merchantId)
    .where("p.book", "=", book)
    .where("j.id", "is", null)
    .limit(fewLoose)
    .execute();

/** Limit of postings without a journal to report: there are masses where somebody deleted journals. */
const fewLoose = 20;

/** Every hold of a book. */
export const storedHolds = (db: Db, { merchantId, book }: MerchantBook): Promise<HoldFacts[]> =>
  db
    .selectFrom("ledgerHolds")
    .select(["id", "eventId", "currency", "amount", "remaining", "sourceBucket"])
    .select(["event", "reason", "operatorId", "createdAt", "releasedAt", "expiresAt"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .execute();

/** Booked adjustments, each with the journal of the same book that it names. */
export async function bookedAdjustments(
  db: Db,
  { merchantId, book }: MerchantBook,
): Promise<{ readonly adjustment: AdjustmentFacts; readonly journal: Journal | undefined }[]> {
  const adjustments = await db
    .selectFrom("ledgerAdjustments")
    .select(["merchantId", "id", "amount", "currency", "journalId"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("status", "=", "booked")
    .execute();
  const ids = adjustments.flatMap(({ journalId }) => journalId ?? []);
  if (ids.length === 0) return adjustments.map((adjustment) => ({ adjustment, journal: undefined }));
  const rows = await db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("id", "in", ids)
    .execute();
  const journals = new Map((await readJournals(db, merchantId, rows)).map((one) => [one.journalId, one]));
  return adjustments.map((adjustment) => ({ adjustment, journal: journals.get(adjustment.journalId ?? "") }));
}

/**
 * Merchants and modes with a book, or with money that needs one: a book deleted entirely is still verified by its
 * traces elsewhere.
 */
const bookedMerchants = sql<{ tenantId: number; merchantId: string; book: MerchantBook["book"] }>`
  SELECT m.tenant_id, m.id AS merchant_id, b.book
    FROM merchants m CROSS JOIN (VALUES ('live'), ('test')) AS b (book)
   WHERE EXISTS (SELECT FROM ledger_books x WHERE x.merchant_id = m.id AND x.book = b.book)
      OR EXISTS (SELECT FROM ledger_journals x WHERE x.merchant_id = m.id AND x.book = b.book)
      OR EXISTS (SELECT FROM captures x WHERE x.merchant_id = m.id AND x.mode = b.book AND x.status = 'succeeded')
      OR EXISTS (SELECT FROM payment_dues x WHERE x.merchant_id = m.id AND x.mode = b.book AND x.held_amount + x.booked_amount > 0)
      OR EXISTS (SELECT FROM coin_orders x WHERE x.merchant_id = m.id AND x.mode = b.book AND x.origin = 'platform'
                    AND x.captured_amount > 0)
      OR EXISTS (SELECT FROM payment_attempts x WHERE x.merchant_id = m.id AND x.mode = b.book)`;

/** The books of a tenant's merchants, including missing ones. */
export async function booksOfTenant(db: Db, tenantId: number): Promise<MerchantBook[]> {
  const { rows } = await sql<MerchantBook>`
    SELECT merchant_id, book FROM (${bookedMerchants}) AS b WHERE tenant_id = ${tenantId} ORDER BY merchant_id, book`.execute(
    db,
  );
  return rows;
}

/** Tenants with bookings, or with money that needs one. */
export async function bookingTenants(db: Db): Promise<number[]> {
  const { rows } = await sql<{ tenantId: number }>`
    SELECT DISTINCT tenant_id FROM (${bookedMerchants}) AS b ORDER BY tenant_id`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Tenants whose books the caller may reach: the own one, or for the platform administrator all with bookings, and the
 * operating one, whose verification includes the audit trail.
 */
export async function tenantsInReach({ db, actor }: Pick<Context, "db" | "actor">): Promise<number[]> {
  if (actor.scope.tenantId !== null) return [actor.scope.tenantId];
  return [...new Set([operatingTenantId, ...(await bookingTenants(db))])];
}

/** Adds a verification request for a tenant. */
export async function addVerification(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, startedBy }: { tenantId: number; startedBy: string },
): Promise<string> {
  const id = newId("lvr", now);
  await db
    .insertInto("ledgerVerifications")
    .values({
      id,
      tenantId,
      startedBy,
      createdAt: now.toISOString(),
      startedAt: null,
      finishedAt: null,
      violations: JSON.stringify([]),
    })
    .execute();
  return id;
}

/** Whether a verification of a tenant that began after an instant is running. */
export async function isVerifying({ db }: Pick<Context, "db">, tenantId: number, since: string): Promise<boolean> {
  const row = await db
    .selectFrom("ledgerVerifications")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("status", "in", ["waiting", "running"])
    .where("createdAt", ">", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const findVerification = (db: Db, id: string) =>
  db.selectFrom("ledgerVerifications").selectAll().where("id", "=", id).executeTakeFirst();

export async function updateVerification(
  db: Db,
  id: string,
  values: Updateable<Tables["ledgerVerifications"]>,
): Promise<void> {
  await db.updateTable("ledgerVerifications").set(values).where("id", "=", id).execute();
}

/** The latest verifications in the caller's reach. */
export async function latestVerifications(ctx: Context): Promise<Verification[]> {
  const rows = await from(ctx, "ledgerVerifications")
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(60)
    .execute();
  return rows.map(({ violations, ...row }) => ({
    ...row,
    violations: violations.map(shownViolation),
  })) as Verification[];
}

/** Findings from before findings named the row. */
type OlderViolation = Pick<StoredViolation, "law" | "merchantId" | "book"> & { readonly where: string };

/** Shows every stored finding: earlier releases stored no key for a row that was too damaged to have one. */
const shownViolation = (one: StoredViolation | OlderViolation) => {
  const { book: mode, ...rest } = one;
  if (!("where" in rest)) return { ...rest, key: rest.key ?? "", mode, place: rest.place ?? null };
  const { where: key, ...known } = rest;
  return { ...known, mode, table: null, key, column: null, expected: null, found: null, place: null };
};
