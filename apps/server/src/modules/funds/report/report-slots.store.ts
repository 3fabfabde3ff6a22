import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { reportFacts } from "./report-facts.store.ts";
import { columnOf, measureNames, type RollupGrain } from "./report-measures.policy.ts";

type Db = Kysely<Tables>;

/** One refresh at a time, over all nodes: two would write the same rows. Released at commit. */
const oneAtATime = sql`SELECT pg_advisory_xact_lock(hashtext('countinghouse/report-slots'))`;
/** A change may be committed this long after the time it bears. */
const lateMs = 120_000;
/** Quarters of an hour that one statement adds up. */
const batch = 960;

const columns = sql.join(measureNames.map((name) => sql.raw(columnOf(name))));
const sums = sql.join(measureNames.map((name) => sql`sum(${sql.raw(columnOf(name))}) AS ${sql.raw(columnOf(name))}`));
const columnsFrom = (alias: string) => sql.join(measureNames.map((name) => sql.raw(`${alias}.${columnOf(name)}`)));

const names = (list: readonly string[]) => sql.raw(list.join(", "));
const ofMerchants = {
  table: sql.raw("report_slots"),
  key: ["merchant_id", "mode", "grain", "slot", "gateway_account_id", "domain", "currency"],
  rest: ["tenant_id"],
} as const;
const ofTenants = {
  table: sql.raw("report_totals"),
  key: ["mode", "facet", "grain", "slot", "gateway_account_id", "currency", "tenant_id"],
  rest: [],
} as const;

/** Up to when what happened has been added up; undefined before the first time. */
export async function countedUntil(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("reportProgress").select("countedUntil").executeTakeFirst();
  return row?.countedUntil;
}

const quarterOf = (column: string) =>
  sql`date_bin('15 minutes', ${sql.raw(column)}, TIMESTAMPTZ '2000-01-01 00:00:00Z')`;

/** The quarters of an hour that something changed in since an instant, oldest first. */
async function changedQuarters(db: Db, since: string): Promise<string[]> {
  const { rows } = await sql<{ slot: string }>`
    WITH changed AS (
      SELECT DISTINCT t.merchant_id, t.order_id FROM order_timeline t WHERE t.time >= ${since} OR t.received_time >= ${since})
    SELECT ${quarterOf("o.order_time")} AS slot
      FROM changed c JOIN coin_orders o ON o.merchant_id = c.merchant_id AND o.id = c.order_id AND o.origin = 'platform'
    UNION
    SELECT ${quarterOf("o.paid_time")}
      FROM changed c JOIN coin_orders o ON o.merchant_id = c.merchant_id AND o.id = c.order_id AND o.origin = 'platform'
     WHERE o.paid_time IS NOT NULL
    UNION
    SELECT ${quarterOf("a.started_time")}
      FROM changed c JOIN payment_attempts a ON a.merchant_id = c.merchant_id AND a.order_id = c.order_id
    UNION
    SELECT ${quarterOf("happened.at")}
      FROM ledger_journals j
      LEFT JOIN captures c ON c.merchant_id = j.merchant_id AND c.id = j.event_id
      LEFT JOIN order_refunds r ON r.merchant_id = j.merchant_id AND r.id = j.event_id
     CROSS JOIN LATERAL (VALUES (j.posted_at), (c.finished_time), (r.succeeded_time)) AS happened (at)
     WHERE j.book IN ('live', 'test') AND j.posted_at >= ${since} AND happened.at IS NOT NULL
    ORDER BY 1`.execute(db);
  return rows.map(({ slot }) => slot);
}

/** The quarters from the first thing that happened to the last. */
async function everyQuarter(db: Db): Promise<string[]> {
  const { rows } = await sql<{ slot: string }>`
    WITH ends AS (
      SELECT min(at) AS first, max(at) AS last FROM (
        SELECT min(order_time) AS at FROM coin_orders WHERE origin = 'platform'
        UNION ALL SELECT greatest(max(order_time), max(paid_time)) FROM coin_orders WHERE origin = 'platform'
        UNION ALL SELECT max(started_time) FROM payment_attempts
        UNION ALL SELECT min(finished_time) FROM captures
        UNION ALL SELECT min(posted_at) FROM ledger_journals
        UNION ALL SELECT max(posted_at) FROM ledger_journals) AS t)
    SELECT slot FROM ends, generate_series(${quarterOf("ends.first")}, ends.last, interval '15 minutes') AS slot
     ORDER BY 1`.execute(db);
  return rows.map(({ slot }) => slot);
}

interface Rows {
  readonly table: RawBuilder<unknown>;
  readonly key: readonly string[];
  readonly rest: readonly string[];
}

/**
 * Puts fresh rows in place of those of some slots: rows that nothing adds up to any more go, and only what changed is
 * written, which is little of a slot that is added up every minute. Answers the slots in which something did.
 */
async function put(
  db: Db,
  { table, key, rest }: Rows,
  {
    grain,
    slots,
    fresh,
  }: { readonly grain: RollupGrain; readonly slots: readonly string[]; readonly fresh: RawBuilder<unknown> },
): Promise<readonly string[]> {
  const same = sql.raw(key.map((name) => `n.${name} = s.${name}`).join(" AND "));
  const { rows } = await sql<{ slot: string }>`
    WITH fresh AS MATERIALIZED (${fresh}),
    gone AS (
      DELETE FROM ${table} s
       WHERE s.mode IN ('live', 'test') AND s.grain = ${grain} AND s.slot = ANY(${[...slots]}::timestamptz[])
         AND NOT EXISTS (SELECT FROM fresh n WHERE ${same})
      RETURNING s.slot),
    written AS (
      INSERT INTO ${table} AS s (${names([...key, ...rest])}, ${columns})
      SELECT ${names([...key, ...rest])}, ${columns} FROM fresh
      ON CONFLICT (${names(key)}) DO UPDATE SET (${columns}) = ROW (${columnsFrom("excluded")})
       WHERE (${columnsFrom("s")}) IS DISTINCT FROM (${columnsFrom("excluded")})
      RETURNING s.slot)
    SELECT slot FROM gone UNION SELECT slot FROM written ORDER BY 1`.execute(db);
  return rows.map(({ slot }) => slot);
}

const quarterMs = 900_000;

/** Quarters as spans, those that follow one another as one: a year is read once instead of once for each quarter. */
function spansOf(slots: readonly string[]) {
  const spans: { from: number; until: number }[] = [];
  for (const from of slots.map((slot) => Date.parse(slot)).toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.until === from) last.until += quarterMs;
    else spans.push({ from, until: from + quarterMs });
  }
  const ends = (of: "from" | "until") => spans.map((span) => new Date(span[of]).toISOString());
  return sql`unnest(${ends("from")}::timestamptz[], ${ends("until")}::timestamptz[]) AS w (a, b)`;
}

/** Adds some quarters up anew from what happened in them. */
function addQuarters(db: Db, slots: readonly string[]): Promise<readonly string[]> {
  const spans = spansOf(slots);
  const fresh = sql`
    SELECT merchant_id, mode, 'quarter' AS grain, ${quarterOf("at")} AS slot, gateway_account_id, domain, currency,
           min(tenant_id) AS tenant_id, ${sums}
      FROM ${reportFacts({ spans }).rows} AS facts
     GROUP BY 1, 2, 4, 5, 6, 7`;
  return put(db, ofMerchants, { grain: "quarter", slots, fresh });
}

const lengths = { hour: "1 hour", day: "1 day", month: "1 month" } as const;

/**
 * Adds some hours, days or months up from the rows of the next shorter grain. Each is looked up by itself (`OFFSET 0`): where
 * nothing is known yet of how many rows there are, as after a first fill, all would be compared with all.
 */
function addLonger(db: Db, grain: "hour" | "day" | "month", slots: readonly string[]): Promise<readonly string[]> {
  const shorter = { hour: "quarter", day: "hour", month: "day" }[grain];
  const fresh = sql`
    SELECT merchant_id, mode, ${grain}::text AS grain, w.a AS slot, gateway_account_id, domain, currency,
           min(tenant_id) AS tenant_id, ${sums}
      FROM unnest(${[...slots]}::timestamptz[]) AS w (a)
     CROSS JOIN LATERAL (
       SELECT * FROM report_slots
        WHERE mode IN ('live', 'test') AND grain = ${shorter} AND slot >= w.a
          AND slot < (w.a AT TIME ZONE 'UTC' + ${lengths[grain]}::interval) AT TIME ZONE 'UTC'
       OFFSET 0) AS q
     GROUP BY 1, 2, 4, 5, 6, 7`;
  return put(db, ofMerchants, { grain, slots, fresh });
}

/** Adds the merchants of each tenant up, by gateway account and altogether. */
function addTenants(db: Db, grain: RollupGrain, slots: readonly string[]): Promise<readonly string[]> {
  const fresh = sql`
    SELECT mode, f.facet, grain, slot, f.account AS gateway_account_id, currency, tenant_id, ${sums}
      FROM report_slots q CROSS JOIN LATERAL (VALUES ('account', q.gateway_account_id), ('all', '')) AS f (facet, account)
     WHERE q.mode IN ('live', 'test') AND q.grain = ${grain} AND q.slot = ANY(${[...slots]}::timestamptz[])
     GROUP BY 1, 2, 3, 4, 5, 6, 7`;
  return put(db, ofTenants, { grain, slots, fresh });
}

/** The starts of the hours, days or months (UTC) that some slots lie in, each once. */
const startsOf = (slots: readonly string[], letters: number, rest: string): string[] => [
  ...new Set(slots.map((slot) => `${new Date(slot).toISOString().slice(0, letters)}${rest}`)),
];

/**
 * Adds quarters up anew, and after them the hours, days and months they lie in; those before `from` by their rows, without
 * reading what happened in them. Answers the slots in which something changed.
 */
async function addUp(db: Db, quarters: readonly string[], from = ""): Promise<readonly string[]> {
  const changed = new Set<string>();
  const note = (slots: readonly string[]) => {
    for (const slot of slots) changed.add(new Date(slot).toISOString());
  };
  const longer = [
    ["hour", startsOf(quarters, 13, ":00:00.000Z")],
    ["day", startsOf(quarters, 10, "T00:00:00.000Z")],
    ["month", startsOf(quarters, 7, "-01T00:00:00.000Z")],
  ] as const;
  for (let at = 0; at < quarters.length; at += batch) {
    const some = quarters.slice(at, at + batch);
    note(
      await addQuarters(
        db,
        some.filter((slot) => new Date(slot).toISOString() >= from),
      ),
    );
    note(await addTenants(db, "quarter", some));
  }
  for (const [grain, slots] of longer)
    for (let at = 0; at < slots.length; at += batch) {
      const some = slots.slice(at, at + batch);
      note(await addLonger(db, grain, some));
      note(await addTenants(db, grain, some));
    }
  return [...changed].sort();
}

/** Brings the roll-up up to date: what changed since the last time, a little overlapping. */
export const refreshReports = (db: Db, now: Date): Promise<void> =>
  refresh(db, now, async (tx) => {
    const before = await countedUntil(tx);
    if (before === undefined) return countAll(tx);
    await addUp(tx, await changedQuarters(tx, new Date(Date.parse(before) - lateMs).toISOString()));
  });

/** Days of which the roll-up is compared with what happened; what is older, its longer spans with its shorter. */
const comparedDays = 100;

/**
 * Compares the roll-up with what happened and mends it where it says otherwise. Answers the starts of the quarters, hours,
 * days and months in which it did: somebody changed its rows, or adding up has a fault.
 */
export async function compareReports(db: Db, now: Date): Promise<readonly string[]> {
  let wrong: readonly string[] = [];
  // What is committed meanwhile is not seen, and so is no difference.
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      await oneAtATime.execute(tx);
      const before = await countedUntil(tx);
      if (before === undefined) return;
      await addUp(tx, await changedQuarters(tx, new Date(Date.parse(before) - lateMs).toISOString()));
      const from = new Date(now.getTime() - comparedDays * 86_400_000).toISOString();
      wrong = await addUp(tx, await everyQuarter(tx), from);
    });
  return wrong;
}

/** Adds everything up anew, after something was written whose changes bear times that were counted before. */
export const recountReports = (db: Db, now: Date): Promise<void> => refresh(db, now, countAll);

async function countAll(tx: Db): Promise<void> {
  await sql`DELETE FROM report_slots`.execute(tx);
  await sql`DELETE FROM report_totals`.execute(tx);
  await addUp(tx, await everyQuarter(tx));
}

async function refresh(db: Db, now: Date, work: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await oneAtATime.execute(tx);
    await work(tx);
    const values = { id: 1, countedUntil: now.toISOString() };
    await tx
      .insertInto("reportProgress")
      .values(values)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  });
}
