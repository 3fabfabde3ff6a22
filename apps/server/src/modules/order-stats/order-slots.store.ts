import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** One refresh at a time, over all nodes: two would write the same rows. Released at commit. */
const oneAtATime = sql`SELECT pg_advisory_xact_lock(hashtext('countinghouse/order-slots'))`;
/** A change may be committed this long after the time it bears. */
const lateMs = 120_000;
/** Quarters of merchants made anew by one statement. */
const batch = 500;

const slotOf = sql`date_bin('15 minutes', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z')`;

interface SlotKey {
  readonly merchantId: string;
  readonly slot: string;
}

/** Up to when changes of orders have been counted; undefined before the first time. */
export async function countedUntil(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("orderSlotsProgress").select("countedUntil").executeTakeFirst();
  return row?.countedUntil;
}

/** The quarters whose orders changed since an instant; all without one. */
async function changedSlots(db: Db, since: string | undefined): Promise<readonly SlotKey[]> {
  const { rows } = since
    ? await sql<SlotKey>`
        SELECT DISTINCT o.merchant_id, ${slotOf} AS slot
          FROM order_timeline t
          JOIN coin_orders o ON o.merchant_id = t.merchant_id AND o.id = t.order_id
         WHERE t.time >= ${since} OR t.received_time >= ${since}`.execute(db)
    : await sql<SlotKey>`SELECT DISTINCT o.merchant_id, ${slotOf} AS slot FROM coin_orders o WHERE o.origin = 'platform'`.execute(
        db,
      );
  return rows;
}

/** Counts the orders of some quarters anew. */
async function recount(db: Db, keys: readonly SlotKey[]): Promise<void> {
  const merchants = keys.map(({ merchantId }) => merchantId);
  const slots = keys.map(({ slot }) => slot);
  const wanted = sql`unnest(${merchants}::text[], ${slots}::timestamptz[]) AS w (merchant_id, slot)`;
  await sql`
    DELETE FROM order_slots h USING ${wanted}
     WHERE h.merchant_id = w.merchant_id COLLATE "C" AND h.slot = w.slot`.execute(db);
  await sql`
    INSERT INTO order_slots (merchant_id, tenant_id, mode, slot, currency, payment_method, country,
                             orders, attempted, paid, amount, captured, refunded)
    SELECT o.merchant_id, min(o.tenant_id), o.mode, w.slot, o.currency, coalesce(o.payment_method, ''), coalesce(o.country, ''),
           count(*), count(*) FILTER (WHERE o.attempt_count > 0), count(*) FILTER (WHERE o.captured_amount > 0),
           sum(o.amount), sum(o.captured_amount), sum(o.refunded_amount)
      FROM ${wanted}
      JOIN coin_orders o ON o.merchant_id = w.merchant_id COLLATE "C"
       -- Orders that were taken elsewhere are history, not business of ours.
       AND o.origin = 'platform' AND o.order_time >= w.slot AND o.order_time < w.slot + interval '15 minutes'
     GROUP BY o.merchant_id, o.mode, w.slot, o.currency, coalesce(o.payment_method, ''), coalesce(o.country, '')`.execute(
    db,
  );
}

/** Brings the counts up to date and answers how many quarters of merchants were counted anew. */
export async function refreshOrderSlots(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime.execute(tx);
    const before = await countedUntil(tx);
    const since = before && new Date(Date.parse(before) - lateMs).toISOString();
    const changed = await changedSlots(tx, since);
    for (let at = 0; at < changed.length; at += batch) await recount(tx, changed.slice(at, at + batch));
    const values = { id: 1, countedUntil: now.toISOString() };
    await tx
      .insertInto("orderSlotsProgress")
      .values(values)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
    return changed.length;
  });
}
