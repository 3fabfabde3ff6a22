import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";

/** A transfer as it is stored. */
export type PayoutRow = Selectable<Tables["payouts"]>;
export type PayoutChange = SealedChange<"payouts">;

/** Identifies one transfer. */
export interface PayoutRef {
  readonly merchantId: string;
  readonly payoutId: string;
}

export const refOf = ({ merchantId, id }: Pick<PayoutRow, "merchantId" | "id">): PayoutRef => ({
  merchantId,
  payoutId: id,
});

const rows = sealedRows("payouts");

/** What of a transfer is counted from its first moment on. */
export const untriedPayout = { attempts: 0, isDoubted: false, queryCount: 0, notFoundCount: 0 } as const;

/** Adds a transfer that nobody was asked to make yet. */
export const insertPayout = (ctx: Context, values: NewSealed<"payouts">): Promise<PayoutRow> =>
  rows.insert(ctx, { ...untriedPayout, ...values });

/** Changes a transfer that the caller holds locked. */
export const { update: updatePayout } = rows;

/** A transfer, locked; the merchant's book has been locked before. */
export const lockPayout = (ctx: Pick<Context, "db">, { merchantId, payoutId }: PayoutRef): Promise<PayoutRow> =>
  ctx.db
    .selectFrom("payouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", payoutId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const readPayout = (db: Kysely<Tables>, { merchantId, payoutId }: PayoutRef): Promise<PayoutRow | undefined> =>
  db
    .selectFrom("payouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", payoutId)
    .executeTakeFirst();

/** The transfer of a payment, if any. */
export const payoutOf = (
  db: Kysely<Tables>,
  { merchantId, sourceType, sourceId }: Pick<PayoutRow, "merchantId" | "sourceType" | "sourceId">,
): Promise<PayoutRow | undefined> =>
  db
    .selectFrom("payouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("sourceType", "=", sourceType)
    .where("sourceId", "=", sourceId)
    .executeTakeFirst();

/**
 * A transfer of any merchant that was paid manually from one of our accounts under a bank reference. Of two concurrent
 * callers with the same reference the second waits, and finds the first one's.
 */
export async function paidUnder(
  db: Kysely<Tables>,
  fundingAccountId: string,
  reference: string,
): Promise<PayoutRow | undefined> {
  const place = `payout reference ${fundingAccountId} ${reference}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(db);
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("fundingAccountId", "=", fundingAccountId)
    .where("providerReference", "=", reference)
    .where("gatewayAccountId", "is", null)
    .executeTakeFirst();
}

/** The transfer that a gateway account reports about, by our number or the provider's. */
export const findReportedPayout = (
  db: Kysely<Tables>,
  {
    gatewayAccountId,
    payoutNo,
    providerReference,
  }: {
    readonly gatewayAccountId: string;
    readonly payoutNo: string | null;
    readonly providerReference: string | null;
  },
): Promise<PayoutRow | undefined> =>
  db
    .selectFrom("payouts")
    .selectAll()
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where((is) =>
      payoutNo === null ? is("providerReference", "=", providerReference ?? "") : is("payoutNo", "=", payoutNo),
    )
    .executeTakeFirst();

/** Transfers of all merchants that are overdue to be sent or queried, longest overdue first. */
export const overduePayouts = (db: Kysely<Tables>, before: Date, limit: number): Promise<PayoutRow[]> =>
  db
    .selectFrom("payouts")
    .selectAll()
    .where("nextRetryTime", "<=", before.toISOString())
    .orderBy("nextRetryTime")
    .limit(limit)
    .execute();

/** Postpones a transfer after a failure on our side. */
export const postponePayout = async (db: Kysely<Tables>, { merchantId, id }: PayoutRow, until: Date): Promise<void> => {
  await db
    .updateTable("payouts")
    .set({ nextRetryTime: until.toISOString() })
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("nextRetryTime", "is not", null)
    .execute();
};
