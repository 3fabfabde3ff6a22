import { type RawBuilder, sql } from "kysely";
import { columnOf, type MeasureName, measureNames } from "./report-measures.policy.ts";

/** Where facts are looked for. */
export interface FactsQuery {
  /** Rows `w (a, b)`: spans of time, their beginning included and their end not. Spans do not overlap. */
  readonly spans: RawBuilder<unknown>;
  /** What was known then, and nothing that happened since; the present unless told. */
  readonly asOf?: string;
}

type Measured = Partial<Readonly<Record<MeasureName, RawBuilder<unknown>>>>;

const one = sql`1`;
const ifSo = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${condition})::integer`;

/** Every measure in its place, none of what a fact does not say. */
const measured = (of: Measured) =>
  sql.join(measureNames.map((name) => sql`${of[name] ?? sql`0`} AS ${sql.raw(columnOf(name))}`));

/** Orders that something happened to after the instant, where it is asked what was known then. */
const touched = (asOf: string) => sql`
  later AS MATERIALIZED (
    SELECT DISTINCT merchant_id, order_id FROM order_timeline WHERE time > ${asOf} OR received_time > ${asOf})`;

/** The order as it was at the instant: its attempts until then. */
const orderThen = (asOf: string) => sql`
  LEFT JOIN later ON later.merchant_id = o.merchant_id AND later.order_id = o.id
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS attempts, (array_agg(p.gateway_account_id ORDER BY p.seq DESC))[1] AS account
      FROM payment_attempts p
     WHERE p.merchant_id = o.merchant_id AND p.order_id = o.id AND p.started_time <= ${asOf}
  ) AS past ON later.order_id IS NOT NULL`;

/** How an order was tried and paid: as it is, or as it was. */
function tries(asOf: string | undefined) {
  if (asOf === undefined)
    return { attempts: sql`o.attempt_count`, account: sql`o.gateway_account_id`, isPaid: sql`o.paid_time IS NOT NULL` };
  const fewer = sql`later.order_id IS NOT NULL AND past.attempts < o.attempt_count`;
  return {
    attempts: sql`CASE WHEN ${fewer} THEN past.attempts ELSE o.attempt_count END`,
    account: sql`CASE WHEN ${fewer} THEN past.account ELSE o.gateway_account_id END`,
    isPaid: sql`(o.paid_time IS NOT NULL AND o.paid_time <= ${asOf})`,
  };
}

const dimensions = sql`coalesce(o.domain, '') AS domain, coalesce(o.app_id, '') AS app_id, coalesce(o.country, '') AS country`;
const ofOrder = sql`coalesce(o.payment_method, '') AS payment_method, coalesce(o.card_brand, '') AS card_brand`;
const until = (column: RawBuilder<unknown>, asOf: string | undefined) =>
  asOf === undefined ? sql`` : sql` AND ${column} <= ${asOf}`;

/** Orders by when they were made. */
function made({ spans, asOf }: FactsQuery) {
  const { attempts, account, isPaid } = tries(asOf);
  return sql`
    SELECT o.merchant_id, o.tenant_id, o.mode, o.order_time AS at, coalesce(${account}, '') AS gateway_account_id,
           o.currency, ${dimensions}, ${ofOrder}, ${measured({
             orders: one,
             rejected: ifSo(sql`o.risk_decision = 'reject' AND ${attempts} = 0`),
             attempted: ifSo(sql`${attempts} > 0`),
             cohortPaid: ifSo(isPaid),
             firstTry: ifSo(sql`${isPaid} AND ${attempts} = 1`),
           })}
      FROM ${spans}
      JOIN coin_orders o ON o.mode IN ('live', 'test') AND o.order_time >= w.a AND o.order_time < w.b
      ${asOf === undefined ? sql`` : orderThen(asOf)}
     WHERE o.origin = 'platform'${until(sql`o.order_time`, asOf)}`;
}

/** Orders by when they were paid. */
function paid({ spans, asOf }: FactsQuery) {
  return sql`
    SELECT o.merchant_id, o.tenant_id, o.mode, o.paid_time AS at, coalesce(${tries(asOf).account}, '') AS gateway_account_id,
           o.currency, ${dimensions}, ${ofOrder}, ${measured({ paid: one })}
      FROM ${spans}
      JOIN coin_orders o ON o.mode IN ('live', 'test') AND o.paid_time >= w.a AND o.paid_time < w.b
      ${asOf === undefined ? sql`` : orderThen(asOf)}
     WHERE o.origin = 'platform'${until(sql`o.paid_time`, asOf)}`;
}

/** What an attempt had come to at the instant: the last step that its order's story tells of it. */
const attemptThen = (asOf: string) => sql`
  LEFT JOIN later ON later.merchant_id = a.merchant_id AND later.order_id = a.order_id
  LEFT JOIN LATERAL (
    SELECT coalesce((array_agg(t.to_state ORDER BY t.seq DESC))[1], 'initiated') AS status,
           bool_or(t.to_state IN ('authorized', 'captured')) IS TRUE AS is_approved
      FROM order_timeline t
     WHERE t.merchant_id = a.merchant_id AND t.order_id = a.order_id AND t.object_id = a.id AND t.to_state IS NOT NULL
       AND t.time <= ${asOf} AND coalesce(t.received_time, t.time) <= ${asOf}
  ) AS past ON later.order_id IS NOT NULL`;

/**
 * Attempts by when they were begun. What an issuer approved stays approved, whatever became of it later; technical errors
 * and what the payer left are neither approved nor declined.
 */
function attempted({ spans, asOf }: FactsQuery) {
  const approved = sql`(a.authorized_amount > 0 OR a.captured_amount > 0)`;
  const [status, isApproved] =
    asOf === undefined
      ? [sql`a.status`, approved]
      : [
          sql`CASE WHEN later.order_id IS NULL THEN a.status ELSE past.status END`,
          sql`CASE WHEN later.order_id IS NULL THEN ${approved} ELSE past.is_approved END`,
        ];
  const answered = sql`a.latency_ms IS NOT NULL`;
  return sql`
    SELECT a.merchant_id, a.tenant_id, a.mode, a.started_time AS at, a.gateway_account_id, a.currency, ${dimensions},
           a.payment_method, coalesce(a.card_brand, '') AS card_brand, ${measured({
             sent: ifSo(sql`${status} <> 'initiated'`),
             approved: ifSo(isApproved),
             declined: ifSo(sql`${status} = 'declined'`),
             errors: ifSo(sql`${status} IN ('error', 'unknown')`),
             answers: ifSo(answered),
             latencyMs: sql`coalesce(a.latency_ms, 0)`,
           })}
      FROM ${spans}
      JOIN payment_attempts a ON a.mode IN ('live', 'test') AND a.started_time >= w.a AND a.started_time < w.b
      JOIN coin_orders o ON o.merchant_id = a.merchant_id AND o.id = a.order_id
      ${asOf === undefined ? sql`` : attemptThen(asOf)}
     WHERE o.origin = 'platform'${until(sql`a.started_time`, asOf)}`;
}

/** +1 where a posting debits an account of the kind, −1 where it credits one. */
const onto = (kind: string) =>
  sql`((p.debit_account LIKE ${`plt:${kind}:%`})::integer - (p.credit_account LIKE ${`plt:${kind}:%`})::integer)`;
const receivable = onto("gateway_receivable");
const clearing = onto("dispute_clearing");
const income = onto("rev");
const expense = onto("cost");
const where = (events: readonly string[], value: RawBuilder<unknown>) =>
  sql`CASE WHEN coalesce(undone.event, j.event) IN (${sql.join(events.map((event) => sql.lit(event)))}) THEN ${value} ELSE 0 END`;

/** The gateway account that an account of the ledger names; suspense may as well be a bank account's. */
const accountIn = (code: RawBuilder<unknown>) =>
  sql`substring(${code} FROM '^plt:(?:gateway_receivable|dispute_clearing|recon_suspense):[A-Z]{3}:(ga_.+)$')`;

/** The gateway account that a posting names. */
const qualifier = sql`coalesce(${accountIn(sql`p.debit_account`)}, ${accountIn(sql`p.credit_account`)},
  o.gateway_account_id, '')`;

/** The order had nothing refunded before this journal: it counts once, however often something of it goes back. */
const isFirstRefund = sql`NOT EXISTS (
  SELECT FROM ledger_journals f
   WHERE f.merchant_id = j.merchant_id AND f.order_id = j.order_id AND f.event = 'J11' AND f.book = j.book
     AND f.seq < coalesce(undone.seq, j.seq))`;

/** What a posting says in its own currency. */
const own = (value: RawBuilder<unknown>) => sql`side.own * (${value})`;

const ofCapture = sql`('J01', 'J02', 'J03', 'J03p', 'J04')`;
const ofRefund = sql`('J03r', 'J11', 'J12', 'J13')`;

/**
 * Journals with when it happened that they book (`at`): what a capture or a refund brought counts to its own moment,
 * also where it was priced later; everything else, reversals too, to the moment it was booked (acquiring 8.1).
 */
export const journalsWithin = (spans: RawBuilder<unknown>) => sql`(
    SELECT j.*, c.finished_time AS at
      FROM ${spans}
      JOIN captures c ON c.mode IN ('live', 'test') AND c.finished_time >= w.a AND c.finished_time < w.b
      JOIN ledger_journals j ON j.merchant_id = c.merchant_id AND j.order_id = c.order_id AND j.event_id = c.id
       AND j.event IN ${ofCapture}
    UNION ALL
    SELECT j.*, r.succeeded_time
      FROM ${spans}
      JOIN order_refunds r ON r.mode IN ('live', 'test') AND r.succeeded_time >= w.a AND r.succeeded_time < w.b
      JOIN ledger_journals j ON j.merchant_id = r.merchant_id AND j.order_id = r.order_id AND j.event_id = r.id
       AND j.event IN ${ofRefund}
    UNION ALL
    SELECT j.*, j.posted_at
      FROM ${spans}
      JOIN ledger_journals j ON j.book IN ('live', 'test') AND j.posted_at >= w.a AND j.posted_at < w.b
     WHERE NOT (j.event IN ${ofCapture} AND j.order_id IS NOT NULL AND EXISTS (
             SELECT FROM captures c
              WHERE c.merchant_id = j.merchant_id AND c.id = j.event_id AND c.finished_time IS NOT NULL))
       AND NOT (j.event IN ${ofRefund} AND j.order_id IS NOT NULL AND EXISTS (
             SELECT FROM order_refunds r
              WHERE r.merchant_id = j.merchant_id AND r.id = j.event_id AND r.succeeded_time IS NOT NULL)))`;

/**
 * What an order was charged in the currency that it is settled in belongs to its sale's margin: what the sale and its
 * settlement were worth to one another when it was captured.
 */
const crossing = sql`LEFT JOIN LATERAL (
  SELECT c.amount AS sold, (c.fx ->> 'midValue')::numeric AS worth
    FROM captures c
   WHERE o.currency <> p.currency AND (${income} <> 0 OR ${expense} <> 0)
     AND c.merchant_id = j.merchant_id AND c.order_id = j.order_id AND c.currency = o.currency
     AND c.settle_currency = p.currency AND c.fx ->> 'midValue' ~ '^[1-9][0-9]{0,18}$' AND c.finished_time IS NOT NULL
   ORDER BY (c.id = coalesce(undone.event_id, j.event_id)) DESC, c.finished_time, c.id LIMIT 1
) AS crossed ON true`;

/** A posting once in its own currency (`own`), and what it adds to the margin in the currency of the sale. */
const sides = sql`CROSS JOIN LATERAL (
  SELECT p.currency, 1 AS own, CASE WHEN crossed.sold IS NULL THEN -(${income} + ${expense}) * p.amount ELSE 0 END AS margin
  UNION ALL
  SELECT o.currency, 0, round(-(${income} + ${expense}) * p.amount * crossed.sold / crossed.worth)
   WHERE crossed.sold IS NOT NULL
) AS side`;

/**
 * Money out of the postings themselves: what a report says of it is what the ledger says. A journal that was reversed counts
 * against the moment of its reversal (acquiring 5.2, J80).
 */
function booked({ spans, asOf }: FactsQuery) {
  return sql`
    SELECT j.merchant_id, m.tenant_id, j.book AS mode, j.at, ${qualifier} AS gateway_account_id,
           side.currency, ${dimensions}, ${ofOrder}, ${measured({
             sales: own(where(["J01", "J04"], sql`${receivable} * p.amount`)),
             refunds: own(where(["J11"], sql`-${receivable}`)),
             refundedOrders: own(
               where(["J11"], sql`CASE WHEN ${receivable} <> 0 AND ${isFirstRefund} THEN -${receivable} ELSE 0 END`),
             ),
             refunded: own(where(["J11", "J15"], sql`-${receivable} * p.amount`)),
             disputes: own(where(["J21"], clearing)),
             disputed: own(where(["J21"], sql`${clearing} * p.amount`)),
             disputesWon: own(where(["J24"], sql`-${clearing}`)),
             disputesLost: own(where(["J26"], sql`-${clearing}`)),
             disputeLoss: own(
               sql`(${where(["J26"], sql`-${clearing} * p.amount`)} - ${where(["J26r"], sql`${receivable} * p.amount`)})`,
             ),
             fee: own(sql`-${income} * p.amount`),
             cost: own(sql`CASE WHEN m.is_house THEN 0 ELSE ${expense} * p.amount END`),
             houseCost: own(sql`CASE WHEN m.is_house THEN ${expense} * p.amount ELSE 0 END`),
             margin: sql`side.margin`,
           })}
      FROM ${journalsWithin(spans)} AS j
      JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
      JOIN merchants m ON m.id = j.merchant_id
      LEFT JOIN ledger_journals undone ON undone.merchant_id = j.merchant_id AND undone.id = j.reversal_of
      LEFT JOIN coin_orders o ON o.merchant_id = j.merchant_id AND o.id = j.order_id
      ${crossing}
      ${sides}
     WHERE (${income} <> 0 OR ${expense} <> 0
        OR (${receivable} <> 0 AND coalesce(undone.event, j.event) IN ('J01', 'J04', 'J11', 'J15', 'J26r'))
        OR (${clearing} <> 0 AND coalesce(undone.event, j.event) IN ('J21', 'J24', 'J26')))${until(sql`j.posted_at`, asOf)}`;
}

/**
 * Everything that happened in some spans, a row for each fact: when (`at`), whose, over which gateway account, in which
 * currency, and the measures (acquiring 8.2) it adds to. The one query that reports are made of: the roll-up adds it up
 * beforehand, and what the roll-up does not hold is read from it. `with` stands before the statement, `rows` within it.
 */
export const reportFacts = (wanted: FactsQuery) => ({
  with: wanted.asOf === undefined ? undefined : touched(wanted.asOf),
  rows: sql`(${sql.join(
    [made, paid, attempted, booked].map((branch) => branch(wanted)),
    sql` UNION ALL `,
  )})`,
});
