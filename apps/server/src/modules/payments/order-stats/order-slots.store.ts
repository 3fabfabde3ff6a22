import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** One refresh at a time, over all nodes: two would write the same rows. Released at commit. */
const oneAtATime = sql`SELECT pg_advisory_xact_lock(hashtext('countinghouse/order-slots'))`;
/** A change may be committed this long after the time it bears. */
const lateMs = 120_000;
const dayMs = 86_400_000;
/** Days of merchants, and days of everybody, counted by one statement. */
const batch = { merchantDays: 500, days: 5 };

const dayOf = sql`date_trunc('day', o.order_time, 'UTC')`;

interface MerchantDay {
  readonly merchantId: string;
  readonly day: string;
}

/** Up to when changes of orders have been counted; undefined before the first time. */
export async function countedUntil(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("orderSlotsProgress").select("countedUntil").executeTakeFirst();
  return row?.countedUntil;
}

/** The days (UTC) of merchants whose orders changed since an instant, oldest first, as orders lie. */
async function changedDays(db: Db, since: string): Promise<readonly MerchantDay[]> {
  const { rows } = await sql<MerchantDay>`
    SELECT DISTINCT o.merchant_id, ${dayOf} AS day
      FROM order_timeline t
      JOIN coin_orders o ON o.merchant_id = t.merchant_id AND o.id = t.order_id
     WHERE t.time >= ${since} OR t.received_time >= ${since}
     ORDER BY day, merchant_id`.execute(db);
  return rows;
}

/** The days (UTC) of the first order and of the last. */
async function everyDay(db: Db): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(${dayOf}) AS first, max(${dayOf}) AS last FROM coin_orders o WHERE o.origin = 'platform'`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** What an order adds to each facet: the quarter and the hour it was made in, and its day by method and by country. */
const facets = sql`(VALUES
  ('quarter', date_bin('15 minutes', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z'), '', o.currency),
  ('hour', date_trunc('hour', o.order_time, 'UTC'), '', o.currency),
  ('method', ${dayOf}, coalesce(o.payment_method, ''), ''),
  ('country', ${dayOf}, coalesce(o.country, ''), o.currency)) AS f (facet, slot, value, currency)`;

const counts = sql`count(*) AS orders, count(*) FILTER (WHERE o.attempt_count > 0) AS attempted,
  count(*) FILTER (WHERE o.captured_amount > 0) AS paid,
  coalesce(sum(o.amount) FILTER (WHERE f.currency <> ''), 0) AS amount,
  coalesce(sum(o.captured_amount) FILTER (WHERE f.currency <> ''), 0) AS captured,
  coalesce(sum(o.refunded_amount) FILTER (WHERE f.currency <> ''), 0) AS refunded`;

const key = sql`mode, facet, slot, value, currency`;
const figureNames = ["orders", "attempted", "paid", "amount", "captured", "refunded"] as const;
const figuresOf = (alias: "s" | "excluded" | "fresh") =>
  sql.join(figureNames.map((figure) => sql.ref(`${alias}.${figure}`)));
const figures = sql.join(figureNames.map((figure) => sql.ref(figure)));

/** One of the tables of counts, and whose they are. */
interface Counts {
  readonly table: RawBuilder<unknown>;
  /** The column of the owner, in the table as in orders. */
  readonly owner: RawBuilder<unknown>;
  /** The columns that tell of the owner, and how orders `o` fill them. */
  readonly names: RawBuilder<unknown>;
  readonly values: RawBuilder<unknown>;
}

const ofMerchants: Counts = {
  table: sql`order_slots`,
  owner: sql`merchant_id`,
  names: sql`merchant_id, tenant_id`,
  values: sql`o.merchant_id, min(o.tenant_id) AS tenant_id`,
};

const ofTenants: Counts = {
  table: sql`order_totals`,
  owner: sql`tenant_id`,
  names: sql`tenant_id`,
  values: sql`o.tenant_id`,
};

/** The orders `o` of a source, counted for each owner. */
const fresh = ({ owner, values }: Counts, orders: RawBuilder<unknown>) => sql`
  SELECT ${values}, o.mode, f.facet, f.slot, f.value, f.currency, ${counts}
    FROM ${orders} CROSS JOIN LATERAL ${facets}
   GROUP BY o.${owner}, o.mode, f.facet, f.slot, f.value, f.currency`;

const daysLater = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString();

/**
 * Orders of days in a row; those that were taken elsewhere are history, not business of ours. The mode and both ends are
 * named: only so are they found by the index of times.
 */
const ordersOf = (day: string, days = 1) => sql`(
  SELECT * FROM coin_orders
   WHERE origin = 'platform' AND mode IN ('live', 'test') AND order_time >= ${day}::timestamptz
     AND order_time < ${daysLater(day, days)}::timestamptz) AS o`;

/** Counts days in a row where there are no counts yet. */
async function add(db: Db, of: Counts, day: string, days: number): Promise<void> {
  const { table, names } = of;
  await sql`
    WITH fresh AS (${fresh(of, ordersOf(day, days))})
    INSERT INTO ${table} (${names}, ${key}, ${figures})
    SELECT ${names}, ${key}, ${figuresOf("fresh")} FROM fresh`.execute(db);
}

interface Wanted {
  /** The days, as rows `w`. */
  readonly days: RawBuilder<unknown>;
  /** Their orders. */
  readonly orders: RawBuilder<unknown>;
  /** Which rows `s` of the table belong to a row of `w`. */
  readonly rows: RawBuilder<unknown>;
}

/**
 * Puts fresh counts in place of those of the wanted days: rows nobody counts any more go, and only what changed is
 * written, which is little of a day that is counted every minute.
 */
async function put(db: Db, of: Counts, wanted: Wanted): Promise<void> {
  const { table, owner, names } = of;
  await sql`
    WITH w AS (${wanted.days}), fresh AS (${fresh(of, wanted.orders)}),
    gone AS (
      DELETE FROM ${table} s USING w
       WHERE ${wanted.rows} AND s.mode IN ('live', 'test') AND s.facet IN ('quarter', 'hour', 'method', 'country')
         AND s.slot >= w.day AND s.slot < w.day + interval '1 day'
         AND NOT EXISTS (
           SELECT FROM fresh n
            WHERE n.${owner} = s.${owner} AND n.mode = s.mode AND n.facet = s.facet AND n.slot = s.slot AND n.value = s.value
              AND n.currency = s.currency))
    INSERT INTO ${table} AS s (${names}, ${key}, ${figures})
    SELECT ${names}, ${key}, ${figuresOf("fresh")} FROM fresh
    ON CONFLICT (${owner}, ${key}) DO UPDATE SET (${figures}) = ROW (${figuresOf("excluded")})
     WHERE (${figuresOf("s")}) IS DISTINCT FROM (${figuresOf("excluded")})`.execute(db);
}

/** Counts some days of merchants anew. */
const recountMerchants = (db: Db, days: readonly MerchantDay[]): Promise<void> =>
  put(db, ofMerchants, {
    days: sql`
      SELECT d.merchant_id COLLATE "C" AS merchant_id, d.day
        FROM unnest(${days.map(({ merchantId }) => merchantId)}::text[],
                    ${days.map(({ day }) => day)}::timestamptz[]) AS d (merchant_id, day)`,
    orders: sql`w JOIN coin_orders o ON o.merchant_id = w.merchant_id AND o.origin = 'platform' AND o.mode IN ('live', 'test')
      AND o.order_time >= w.day AND o.order_time < w.day + interval '1 day'`,
    rows: sql`s.merchant_id = w.merchant_id`,
  });

/** Counts a day of every tenant anew. */
const recountTenants = (db: Db, day: string): Promise<void> =>
  put(db, ofTenants, {
    days: sql`SELECT ${day}::timestamptz AS day`,
    orders: ordersOf(day),
    rows: sql`s.tenant_id IN (SELECT id FROM tenants)`,
  });

/** Counts everything, in place of whatever was counted before. */
async function countAll(db: Db): Promise<void> {
  await sql`DELETE FROM order_slots`.execute(db);
  await sql`DELETE FROM order_totals`.execute(db);
  const { first, last } = await everyDay(db);
  if (first === null || last === null) return;
  for (let day = first; day <= last; day = daysLater(day, batch.days)) {
    await add(db, ofMerchants, day, batch.days);
    await add(db, ofTenants, day, batch.days);
  }
}

/** Counts what changed since an instant. */
async function countChanged(db: Db, since: string): Promise<void> {
  const changed = await changedDays(db, since);
  for (let at = 0; at < changed.length; at += batch.merchantDays)
    await recountMerchants(db, changed.slice(at, at + batch.merchantDays));
  for (const day of new Set(changed.map(({ day: one }) => one))) await recountTenants(db, day);
}

/** Brings the counts up to date. */
export const refreshOrderSlots = (db: Db, now: Date): Promise<void> => refresh(db, now, countedUntil);

/** Counts everything anew, after orders were written whose changes bear times that were counted before. */
export const recountOrders = (db: Db, now: Date): Promise<void> => refresh(db, now, async () => undefined);

async function refresh(db: Db, now: Date, since: (tx: Db) => Promise<string | undefined>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await oneAtATime.execute(tx);
    const before = await since(tx);
    if (before) await countChanged(tx, new Date(Date.parse(before) - lateMs).toISOString());
    else await countAll(tx);
    const values = { id: 1, countedUntil: now.toISOString() };
    await tx
      .insertInto("orderSlotsProgress")
      .values(values)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  });
}
