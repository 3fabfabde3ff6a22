import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import {
  type CountChange,
  type CountedOrder,
  countChanges,
  figureNames,
  type OrderCountBasis,
  ofTenants,
  uncounted,
} from "./order-counting.policy.ts";

type Db = Kysely<Tables>;

/**
 * Advisory lock: one refresh at a time, over all nodes, because each continues from the counts of the one before.
 * Released at commit.
 */
const oneAtATime = sql`SELECT pg_advisory_xact_lock(hashtext('countinghouse/order-slots'))`;
/** A change may be committed this long after its timestamp, in milliseconds. */
const lateMs = 120_000;
const dayMs = 86_400_000;
/** Days counted per statement, and changed orders held in memory. */
const batch = { days: 5, orders: 5_000 };

const dayOf = sql`date_trunc('day', o.order_time, 'UTC')`;

/** Identifies an order. */
interface OrderKey {
  readonly merchantId: string;
  readonly orderId: string;
}

/** Until when changed orders were counted; undefined before the first count. */
export async function countedUntil(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("orderSlotsProgress").select("countedUntil").executeTakeFirst();
  return row?.countedUntil;
}

/** The next orders changed since an instant, in key order. */
async function changedSince(db: Db, since: string, after: OrderKey): Promise<readonly OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    SELECT DISTINCT merchant_id, order_id FROM order_timeline
     WHERE (time >= ${since} OR received_time >= ${since})
       AND (merchant_id, order_id) > (${after.merchantId}, ${after.orderId})
     ORDER BY merchant_id, order_id LIMIT ${batch.orders}`.execute(db);
  return rows;
}

/** The counted attributes of orders `o`, in the form of {@link OrderCountBasis}. */
const countedNow = sql`o.currency, o.amount::text AS amount, coalesce(o.payment_method, '') AS payment_method,
  coalesce(o.country, '') AS country, o.attempt_count > 0 AS is_attempted, o.captured_amount::text AS captured,
  o.refunded_amount::text AS refunded`;

interface OrderRow extends Omit<CountedOrder, "now" | "before">, OrderCountBasis {
  /** The attributes it was last counted with; null before the first count. */
  readonly was: OrderCountBasis | null;
}

/** Orders with their last counted attributes; imported orders are not counted. */
async function ordersOf(db: Db, keys: readonly OrderKey[]): Promise<CountedOrder[]> {
  const { rows } = await sql<OrderRow>`
    SELECT o.merchant_id, o.id AS order_id, o.tenant_id, o.mode, o.order_time, ${countedNow},
           CASE WHEN c.order_id IS NOT NULL THEN json_build_object(
             'currency', c.currency, 'amount', c.amount::text, 'paymentMethod', c.payment_method, 'country', c.country,
             'isAttempted', c.is_attempted, 'captured', c.captured::text, 'refunded', c.refunded::text) END AS was
      FROM unnest(${keys.map(({ merchantId }) => merchantId)}::text[],
                  ${keys.map(({ orderId }) => orderId)}::text[]) AS k (merchant_id, order_id)
      JOIN coin_orders o ON o.merchant_id = k.merchant_id COLLATE "C" AND o.id = k.order_id COLLATE "C"
      LEFT JOIN counted_orders c ON c.merchant_id = o.merchant_id AND c.order_id = o.id
     WHERE o.origin = 'platform'`.execute(db);
  return rows.map(({ merchantId, orderId, tenantId, mode, orderTime, was, ...now }) => ({
    ...{ merchantId, orderId, tenantId, mode, orderTime, now },
    before: was ?? undefined,
  }));
}

/** The days (UTC) of the first and the last order. */
async function everyDay(db: Db): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(${dayOf}) AS first, max(${dayOf}) AS last FROM coin_orders o WHERE o.origin = 'platform'`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** The facets that include an order: the quarter and the hour of its creation, and its day by method and by country. */
const facets = sql`(VALUES
  ('quarter', date_bin('15 minutes', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z'), '', o.currency),
  ('hour', date_bin('1 hour', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z'), '', o.currency),
  ('method', date_bin('1 day', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z'), coalesce(o.payment_method, ''), ''),
  ('country', date_bin('1 day', o.order_time, TIMESTAMPTZ '2000-01-01 00:00:00Z'), coalesce(o.country, ''), o.currency)
) AS f (facet, slot, value, currency)`;

const counts = sql`count(*) AS orders, count(*) FILTER (WHERE o.attempt_count > 0) AS attempted,
  count(*) FILTER (WHERE o.captured_amount > 0) AS paid,
  coalesce(sum(o.amount) FILTER (WHERE f.currency <> ''), 0) AS amount,
  coalesce(sum(o.captured_amount) FILTER (WHERE f.currency <> ''), 0) AS captured,
  coalesce(sum(o.refunded_amount) FILTER (WHERE f.currency <> ''), 0) AS refunded`;

const key = sql`mode, facet, slot, value, currency`;
const figures = sql.join(figureNames.map((figure) => sql.ref(figure)));

/** A table of counts and its owner dimension. */
interface Counts {
  readonly table: RawBuilder<unknown>;
  /** The owner's column, in the table as in orders, and its key. */
  readonly owner: RawBuilder<unknown>;
  readonly ownerType: RawBuilder<unknown>;
  readonly ownerOf: (change: CountChange) => string;
  /** The owner's columns, and the expressions that fill them from orders `o` and from changes `d`. */
  readonly names: RawBuilder<unknown>;
  readonly values: RawBuilder<unknown>;
  readonly told: RawBuilder<unknown>;
}

const merchants: Counts = {
  table: sql`order_slots`,
  owner: sql`merchant_id`,
  ownerType: sql`text`,
  ownerOf: ({ merchantId }) => merchantId,
  names: sql`merchant_id, tenant_id`,
  values: sql`o.merchant_id, min(o.tenant_id) AS tenant_id`,
  told: sql`d.owner, d.tenant_id`,
};

const tenants: Counts = {
  table: sql`order_totals`,
  owner: sql`tenant_id`,
  ownerType: sql`bigint`,
  ownerOf: ({ tenantId }) => String(tenantId),
  names: sql`tenant_id`,
  values: sql`o.tenant_id`,
  told: sql`d.tenant_id`,
};

const daysLater = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString();

/**
 * Orders of consecutive days, without imported ones. Mode and both ends are given as literals: only then does the
 * planner use the time index.
 */
const ordersFrom = (day: string, days: number) => sql`(
  SELECT * FROM coin_orders
   WHERE origin = 'platform' AND mode IN ('live', 'test') AND order_time >= ${day}::timestamptz
     AND order_time < ${daysLater(day, days)}::timestamptz) AS o`;

/** Counts consecutive days that have no counts yet. */
async function countDays(db: Db, { table, owner, names, values }: Counts, day: string, days: number): Promise<void> {
  await sql`
    WITH fresh AS (
      SELECT ${values}, o.mode, f.facet, f.slot, f.value, f.currency, ${counts}
        FROM ${ordersFrom(day, days)} CROSS JOIN LATERAL ${facets}
       GROUP BY o.${owner}, o.mode, f.facet, f.slot, f.value, f.currency)
    INSERT INTO ${table} (${names}, ${key}, ${figures}) SELECT ${names}, ${key}, ${figures} FROM fresh`.execute(db);
}

/** Stores the attributes with which orders of consecutive days were counted. */
async function noteDays(db: Db, day: string, days: number): Promise<void> {
  await sql`
    INSERT INTO counted_orders (merchant_id, order_id, currency, amount, payment_method, country, is_attempted, captured, refunded)
    SELECT o.merchant_id, o.id, o.currency, o.amount, coalesce(o.payment_method, ''), coalesce(o.country, ''),
           o.attempt_count > 0, o.captured_amount, o.refunded_amount
      FROM ${ordersFrom(day, days)}`.execute(db);
}

/** Recounts everything, replacing all earlier counts. */
async function countAll(db: Db): Promise<void> {
  for (const table of ["order_slots", "order_totals", "counted_orders"])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  const { first, last } = await everyDay(db);
  if (first === null || last === null) return;
  for (let day = first; day <= last; day = daysLater(day, batch.days)) {
    await countDays(db, merchants, day, batch.days);
    await countDays(db, tenants, day, batch.days);
    await noteDays(db, day, batch.days);
  }
}

/** Increments as rows `d`. */
const rowsOf = ({ ownerOf, ownerType }: Counts, changes: readonly CountChange[]): RawBuilder<unknown> => {
  const column = (of: (change: CountChange) => unknown, type: RawBuilder<unknown>) =>
    sql`${changes.map((change) => String(of(change)))}::${type}[]`;
  return sql`unnest(${sql.join([
    column(ownerOf, ownerType),
    column(({ tenantId }) => tenantId, sql`bigint`),
    column(({ mode }) => mode, sql`text`),
    column(({ facet }) => facet, sql`text`),
    column(({ slot }) => slot, sql`timestamptz`),
    column(({ value }) => value, sql`text`),
    column(({ currency }) => currency, sql`text`),
    ...figureNames.map((_, index) => column(({ figures: each }) => each[index], sql`numeric`)),
  ])}) AS d (owner, tenant_id, ${key}, ${figures})`;
};

const isOfChange = ({ owner }: Counts): RawBuilder<boolean> =>
  sql<boolean>`s.${owner} = d.owner AND s.mode = d.mode AND s.facet = d.facet AND s.slot = d.slot AND s.value = d.value
    AND s.currency = d.currency`;

/** Applies increments; the caller's lock excludes other writers. A count without orders is deleted. */
async function change(db: Db, of: Counts, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { table, owner, names, told } = of;
  const sums = sql.join(figureNames.map((each) => sql`coalesce(s.${sql.ref(each)}, 0) + d.${sql.ref(each)}`));
  const given = sql.join(figureNames.map((each) => sql`excluded.${sql.ref(each)}`));
  await sql`
    INSERT INTO ${table} (${names}, ${key}, ${figures})
    SELECT ${told}, d.mode, d.facet, d.slot, d.value, d.currency, ${sums}
      FROM ${rowsOf(of, changes)} LEFT JOIN ${table} s ON ${isOfChange(of)}
    ON CONFLICT (${owner}, ${key}) DO UPDATE SET (${figures}) = ROW (${given})`.execute(db);
  const fewer = changes.filter(({ figures: [orders = 0n] }) => orders < 0n);
  if (fewer.length > 0)
    await sql`DELETE FROM ${table} s USING ${rowsOf(of, fewer)} WHERE ${isOfChange(of)} AND s.orders = 0`.execute(db);
}

/** Stores the attributes with which orders were counted now. */
async function note(db: Db, orders: readonly CountedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await db
    .insertInto("countedOrders")
    .values(orders.map(({ merchantId, orderId, now }) => ({ merchantId, orderId, ...now })))
    .onConflict((conflict) =>
      conflict.columns(["merchantId", "orderId"]).doUpdateSet(({ ref }) => ({
        currency: ref("excluded.currency"),
        amount: ref("excluded.amount"),
        paymentMethod: ref("excluded.paymentMethod"),
        country: ref("excluded.country"),
        isAttempted: ref("excluded.isAttempted"),
        captured: ref("excluded.captured"),
        refunded: ref("excluded.refunded"),
      })),
    )
    .execute();
}

/** Recounts only orders changed since an instant: subtracts each one's last contribution and adds its present one. */
async function countChanged(db: Db, since: string): Promise<void> {
  let after: OrderKey | undefined = { merchantId: "", orderId: "" };
  while (after) {
    const keys: readonly OrderKey[] = await changedSince(db, since, after);
    const orders = uncounted(await ordersOf(db, keys));
    const changes = countChanges(orders);
    await change(db, merchants, changes);
    await change(db, tenants, ofTenants(changes));
    await note(db, orders);
    after = keys.length < batch.orders ? undefined : keys.at(-1);
  }
}

/** Brings the counts up to date. */
export const refreshOrderSlots = (db: Db, now: Date): Promise<void> => refresh(db, now, countedUntil);

/** Recounts everything, after orders were written with timestamps that were counted already. */
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
