import type pg from "pg";
import { loadWithoutIndexes } from "./bulk-load.ts";
import { merchantAccount } from "./rows.ts";

// Every value derives from the row's number and the number of rows, so that two runs measure the same orders.
const roll = (seed: number, below: number): string =>
  `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${below})::int`;
const share = (seed: number): string => `(${roll(seed, 1_000_000)} / 1e6)`;
const listed = (words: readonly string[]): string => `(ARRAY[${words.map((word) => `'${word}'`).join(", ")}])`;
const pick = (seed: number, words: readonly string[]): string => `${listed(words)}[1 + ${roll(seed, words.length)}]`;
/** Ids sort by creation order, like the product's own; hexadecimal digits are valid in them. */
const idOf = (mark: string, number: string): string =>
  `'${mark}_' || upper(lpad(to_hex(${number}), 12, '0') || right(md5('${mark}' || ${number}), 14))`;

const merchantsMade = 500;
const gatewaysMade = 20;
const accountsEach = 2;
/** One order in so many has rare values. */
const rareEvery = 50_000;
/** Only the newest orders have a history; lists need no more. */
const storiesMade = 100_000;
/** Only the newest captures are posted. */
const journalsMade = 1_000_000;

const given = ["emma", "liam", "olivia", "noah", "mei", "wei", "anna", "luis", "jin", "yuki", "hans", "omar"];
const family = ["smith", "chen", "garcia", "kim", "sato", "rossi", "lin", "wang", "silva", "khan"];
const hosts = ["mail.example", "post.example", "inbox.example"];
const currencies = ["USD", "USD", "USD", "USD", "EUR", "EUR", "EUR", "GBP", "GBP", "JPY", "SGD", "AUD", "CAD", "BRL"];
const countries = ["US", "US", "US", "DE", "DE", "GB", "GB", "FR", "JP", "SG", "AU", "CA", "BR", "BR", "NL", "ES"];
const methods = ["card_visa", "card_visa", "card_mastercard", "card_mastercard", "alipay", "pix", "ideal", "paypal"];
const bins = Array.from({ length: 60 }, (_, index) => String(400_000 + index * 1_733));
const failures = ["do_not_honor", "insufficient_funds", "expired_card", "suspected_fraud", "gateway_timeout"];

/** The merchant with the given place; the first has 11 % of all orders, the last 0.03 %. */
export const merchantAt = (place: number): string => `mer_${String(place).padStart(26, "0")}`;
const merchantId = "('mer_' || lpad(place::text, 26, '0'))";

/** Values that a measurement asks for: of each field one that many orders have and one that hardly any has. */
export const rareValues = {
  email: "rare.payer@seldom.example",
  country: "IS",
  currency: "ISK",
  paymentMethod: "rare_method",
  cardBin: "999999",
  cardLast4: "0001",
  ip: "192.0.2.77",
  domain: "seldom.example",
  app: 999,
  failureCode: "stolen_card",
  gateway: 21,
} as const;

export const appAt = (place: number): string => `app_${String(place).padStart(26, "0")}`;
export const gatewayAt = (place: number): string => `gw_${String(place).padStart(26, "0")}`;
export const accountOf = (gateway: number): string => `ga_${String(gateway * 10 + 1).padStart(26, "0")}`;

/** Creates the records behind orders: merchants, a user of the largest, gateways and their accounts. */
export async function makeOrderParties(owner: pg.Pool, tenantId: number): Promise<void> {
  if ((await owner.query("SELECT FROM merchants WHERE id = $1", [merchantAt(1)])).rowCount) return;
  const { rows } = await owner.query<{ id: string }>("SELECT min(id) AS id FROM orgs WHERE tenant_id = $1", [tenantId]);
  const orgId = Number(rows[0]?.id ?? 1);
  await owner.query(`
    INSERT INTO merchants (id, tenant_id, org_id, merchant_no, name, legal_name, type, country, registration_no, mcc, currency,
      timezone, contact_name, contact_phone, contact_email, status, can_pay, can_refund, can_withdraw, can_payout)
    SELECT ${merchantId}, ${tenantId}, ${orgId}, 'MC' || lpad(place::text, 8, '0'), 'Shop ' || place, 'Shop ' || place || ' Limited',
      'company', 'GB', 'R' || place, '5691', 'USD', 'Europe/London', 'Ada Shaw', '+44 20 7946 0000',
      'shop' || place || '@mail.example', 'active', true, true, true, true
    FROM generate_series(1, ${merchantsMade}) AS place`);
  await owner.query("UPDATE users SET merchant_id = $1 WHERE account = $2", [merchantAt(1), merchantAccount]);
  const gateway = (alias: string) => `('gw_' || lpad(${alias}::text, 26, '0'))`;
  await owner.query(`
    INSERT INTO upstream_gateways (id, tenant_id, code, name, connector)
    VALUES ('ugw_${"0".repeat(26)}', ${tenantId}, 'bench_upstream', 'Bench upstream', 'simulator')`);
  await owner.query(`
    INSERT INTO gateways (id, tenant_id, gateway_no, name, upstream_gateway_id, mode)
    SELECT ${gateway("g")}, ${tenantId}, 'GW' || lpad(g::text, 8, '0'), 'Gateway ' || g, 'ugw_${"0".repeat(26)}', 'live'
    FROM generate_series(1, ${gatewaysMade + 1}) AS g`);
  await owner.query(`
    INSERT INTO gateway_accounts (id, tenant_id, account_no, name, gateway_id, mode, upstream_mid, currencies, settlement_currency, webhook_token)
    SELECT 'ga_' || lpad((g * 10 + a)::text, 26, '0'), ${tenantId}, 'GA' || (g * 10 + a), 'Account ' || g || '.' || a, ${gateway("g")}, 'live',
      'mid-' || (g * 10 + a), '{USD}', 'USD', 'token-' || (g * 10 + a)
    FROM generate_series(1, ${gatewaysMade + 1}) AS g, generate_series(1, ${accountsEach}) AS a`);
}

/** Filled tables, children first. */
const tables = [
  "order_slots",
  "order_totals",
  "order_slots_progress",
  "ledger_postings",
  "ledger_journals",
  "ledger_balances",
  "ledger_books",
  "order_timeline",
  "coin_order_particulars",
  "captures",
  "payment_attempts",
  "coin_orders",
];

/** The INSERT for orders numbered between two limits, of a total. */
const ordersBetween = (first: number, last: number, rows: number, tenantId: number): string => `
  WITH rolled AS (
    SELECT i, i % ${rareEvery} = 7 AS is_rare,
      least(${merchantsMade}, floor(exp(${share(1)} * ln(${merchantsMade + 1}::float8))))::int AS place,
      ${roll(2, 1000)} AS fate, ${roll(3, 1000)} AS after, 1 + ${roll(4, gatewaysMade)} AS gateway, 1 + ${roll(5, accountsEach)} AS account,
      500 + (200000 * power(${share(6)}, 4))::int AS amount,
      date_trunc('milliseconds', now() - interval '365 days' * ((${rows} - i)::float8 / ${rows})) AS at,
      ${roll(7, methods.length)} AS method
    FROM generate_series(${first}, ${last}) AS i
  ), settled AS (
    SELECT *, CASE WHEN fate < 700 THEN 'paid' WHEN fate < 890 THEN 'failed' WHEN fate < 970 THEN 'canceled' WHEN fate < 985 THEN 'created'
      WHEN fate < 995 THEN 'awaiting' ELSE 'pending' END AS status,
      ${merchantId} AS merchant_id, ${idOf("ord", "i")} AS id
    FROM rolled
  )
  INSERT INTO coin_orders (merchant_id, id, tenant_id, order_no, app_id, merchant_order_no, content_hash, mode, type, payment_type, status,
    awaiting_reason, currency, amount, authorized_amount, captured_amount, refunded_amount, disputed_amount, refund_status, dispute_status,
    settlement_status, settle_currency, settle_amount, fee_amount, fee_tax_amount, net_amount, email, country, ip, domain, payment_method,
    method_category, gateway_id, gateway_account_id, transaction_no, card_brand, card_bin, card_last4, card_country, capture_method,
    risk_decision, attempt_count, max_attempts, failure_code, order_time, expire_time, paid_time, canceled_time, timeline_seq)
  SELECT merchant_id, id, ${tenantId}, 'OR' || to_char(at, 'YYYYMMDD') || lpad(i::text, 10, '0'),
    'app_' || lpad((CASE WHEN is_rare THEN ${rareValues.app} ELSE place END)::text, 26, '0'), 'M-' || i, md5(i::text),
    CASE WHEN ${roll(8, 100)} < 97 OR is_rare THEN 'live' ELSE 'test' END,
    CASE WHEN ${roll(9, 100)} < 90 THEN 'one_time' WHEN ${roll(9, 100)} < 99 THEN 'payment_link' ELSE 'moto' END, 'hosted_page', status,
    CASE WHEN status <> 'awaiting' THEN NULL WHEN ${roll(10, 10)} < 8 THEN 'payer_action' ELSE 'review' END,
    CASE WHEN is_rare THEN '${rareValues.currency}' ELSE ${pick(11, currencies)} END, amount,
    CASE WHEN status = 'paid' THEN amount ELSE 0 END, CASE WHEN status = 'paid' THEN amount ELSE 0 END,
    CASE WHEN status <> 'paid' THEN 0 WHEN after < 20 THEN amount WHEN after < 43 THEN amount / 2 ELSE 0 END,
    0, CASE WHEN status <> 'paid' OR after >= 43 THEN 'none' WHEN after < 20 THEN 'full' ELSE 'partial' END,
    CASE WHEN status <> 'paid' OR after < 994 THEN 'none' WHEN after < 996 THEN 'pending' WHEN after < 998 THEN 'win' ELSE 'lost' END,
    CASE WHEN status <> 'paid' THEN 'none' WHEN i > ${rows} * 0.98 THEN 'unsettled' ELSE 'settled' END,
    CASE WHEN status = 'paid' THEN 'USD' END, CASE WHEN status = 'paid' THEN amount END, CASE WHEN status = 'paid' THEN amount * 3 / 100 END,
    CASE WHEN status = 'paid' THEN 0 END, CASE WHEN status = 'paid' THEN amount - amount * 3 / 100 END,
    CASE WHEN is_rare THEN '${rareValues.email}' ELSE ${pick(12, given)} || '.' || ${pick(13, family)} || ${roll(14, Math.max(1, Math.round(rows / 400)))} || '@' || ${pick(15, hosts)} END,
    CASE WHEN is_rare THEN '${rareValues.country}' ELSE ${pick(16, countries)} END,
    CASE WHEN is_rare THEN '${rareValues.ip}' ELSE '10.' || ${roll(17, 200)} || '.' || ${roll(18, 250)} || '.' || ${roll(19, 20)} END,
    CASE WHEN is_rare THEN '${rareValues.domain}' ELSE 'shop' || place || '.example' END,
    CASE WHEN is_rare THEN '${rareValues.paymentMethod}' WHEN status <> 'created' THEN ${listed(methods)}[1 + method] END,
    CASE WHEN status = 'created' AND NOT is_rare THEN NULL WHEN method < 4 THEN 'card' ELSE 'wallet' END,
    CASE WHEN is_rare THEN '${gatewayAt(rareValues.gateway)}' WHEN status <> 'created' THEN 'gw_' || lpad(gateway::text, 26, '0') END,
    CASE WHEN is_rare THEN '${accountOf(rareValues.gateway)}' WHEN status <> 'created' THEN 'ga_' || lpad((gateway * 10 + account)::text, 26, '0') END,
    CASE WHEN status = 'paid' THEN 'T' || upper(md5('t' || i)) END,
    CASE WHEN method < 4 THEN CASE WHEN method < 2 THEN 'visa' ELSE 'mastercard' END END,
    CASE WHEN is_rare THEN '${rareValues.cardBin}' WHEN method < 4 THEN ${pick(20, bins)} END,
    CASE WHEN is_rare THEN '${rareValues.cardLast4}' WHEN method < 4 THEN lpad(${roll(21, 10_000)}::text, 4, '0') END,
    CASE WHEN method < 4 THEN ${pick(22, countries)} END, 'automatic',
    CASE WHEN ${roll(23, 1000)} < 970 THEN 'allow' WHEN ${roll(23, 1000)} < 995 THEN 'review' ELSE 'reject' END,
    CASE WHEN status = 'created' THEN 0 ELSE 1 END, 5,
    CASE WHEN is_rare THEN '${rareValues.failureCode}' WHEN status = 'failed' THEN ${pick(24, failures)} END,
    at, at + interval '1 hour', CASE WHEN status = 'paid' THEN at + interval '20 seconds' END,
    CASE WHEN status = 'canceled' THEN at + interval '30 minutes' END, 2
  FROM settled`;

const attemptsBetween = (first: number, last: number): string => `
  INSERT INTO payment_attempts (merchant_id, id, tenant_id, attempt_no, order_id, order_no, mode, seq, status, trigger, gateway_id,
    gateway_account_id, payment_method, method_category, amount, currency, authorized_amount, captured_amount, transaction_no, decline_code,
    decline_category, card_brand, card_bin, card_last4, card_country, started_time, finished_time, latency_ms, upstream_intent_id)
  SELECT o.merchant_id, 'att_' || substr(o.id, 5), o.tenant_id, 'AT' || substr(o.order_no, 3), o.id, o.order_no, o.mode, 1,
    CASE o.status WHEN 'paid' THEN 'captured' WHEN 'failed' THEN 'declined' WHEN 'pending' THEN 'submitting' WHEN 'awaiting' THEN 'authentication_pending'
      ELSE 'expired' END, 'payer', o.gateway_id, o.gateway_account_id, o.payment_method, o.method_category, o.amount, o.currency,
    o.authorized_amount, o.captured_amount, o.transaction_no, o.failure_code, CASE WHEN o.failure_code IS NOT NULL THEN 'issuer' END,
    o.card_brand, o.card_bin, o.card_last4, o.card_country, o.order_time + interval '5 seconds',
    CASE WHEN o.status IN ('paid', 'failed', 'canceled') THEN o.order_time + interval '7 seconds' END,
    CASE WHEN o.status IN ('paid', 'failed') THEN 80 + (length(o.email) * 7919 + o.amount::int) % 3000 END,
    'pi_' || right(o.content_hash, 20)
  FROM coin_orders o
  WHERE o.attempt_count > 0 AND o.gateway_account_id IS NOT NULL
    AND o.id >= ${idFloor(first)} AND o.id < ${idFloor(last + 1)}`;

/** The capture of each sale, made of its attempt. */
const capturesBetween = (first: number, last: number): string => `
  INSERT INTO captures (merchant_id, id, tenant_id, capture_no, order_id, order_no, attempt_id, mode, seq, status, is_final, amount, currency,
    gateway_account_id, upstream_id, asked_time, finished_time, is_priced, settle_currency, settle_amount, fee_amount, fee_tax_amount, net_amount)
  SELECT o.merchant_id, 'cap_' || substr(o.id, 5), o.tenant_id, 'CP' || substr(o.order_no, 3), o.id, o.order_no, 'att_' || substr(o.id, 5),
    o.mode, 1, 'succeeded', true, o.captured_amount, o.currency, o.gateway_account_id, o.transaction_no, o.paid_time, o.paid_time, true,
    o.settle_currency, o.settle_amount, o.fee_amount, o.fee_tax_amount, o.net_amount
  FROM coin_orders o
  WHERE o.status = 'paid' AND o.attempt_count > 0 AND o.gateway_account_id IS NOT NULL
    AND o.id >= ${idFloor(first)} AND o.id < ${idFloor(last + 1)}`;

/** No order with a smaller number has an id above it. */
const idFloor = (number: number): string => `'ord_${number.toString(16).toUpperCase().padStart(12, "0")}' COLLATE "C"`;

/** Inserted after the orders, for the newest of them. */
const stories = (rows: number): readonly string[] => {
  const newest = `o.id >= ${idFloor(Math.max(1, rows - storiesMade))}`;
  return [
    `INSERT INTO coin_order_particulars (merchant_id, order_id, items, payer_name, metadata)
     SELECT o.merchant_id, o.id, jsonb_build_array(jsonb_build_object('name', 'Bench item', 'quantity', 1, 'unitAmount', o.amount::text,
       'amount', o.amount::text)), 'Payer ' || right(o.id, 6), '{}' FROM coin_orders o WHERE ${newest}`,
    `INSERT INTO order_timeline (merchant_id, order_id, seq, time, kind, title, detail, from_state, action, to_state, actor_type, visibility)
     SELECT o.merchant_id, o.id, seq, o.order_time + seq * interval '5 seconds', 'status', CASE seq WHEN 1 THEN 'eventOrderCreated' ELSE 'eventNote' END,
       '{}', NULL, CASE seq WHEN 2 THEN 'step' END, CASE seq WHEN 2 THEN o.status END, 'system', 'all'
     FROM coin_orders o, generate_series(1, 2) AS seq WHERE ${newest}`,
  ];
};

/**
 * One journal with one posting for each of the newest captures, numbered within its book, with the resulting balances.
 */
const books = (rows: number): readonly string[] => {
  const floor = idFloor(Math.max(1, rows - Math.round(journalsMade / 0.7)));
  const receivable = `'plt:gateway_receivable:' || o.currency || ':' || o.gateway_account_id`;
  const pending = `'mer:' || o.merchant_id || ':pending:' || o.currency`;
  return [
    // Marked as sealed, so that no worker seals a million journals during the measurement.
    `INSERT INTO ledger_books (merchant_id, book, seq, posted_at, sealed_seq)
     SELECT o.merchant_id, o.mode, count(*), max(o.paid_time), count(*) FROM coin_orders o WHERE o.status = 'paid' AND o.id >= ${floor} GROUP BY 1, 2`,
    `INSERT INTO ledger_journals (merchant_id, id, book, seq, event, event_id, idempotency_key, order_id, effective_date, posted_at, description)
     SELECT o.merchant_id, 'jrn_' || substr(o.id, 5), o.mode, row_number() OVER (PARTITION BY o.merchant_id, o.mode ORDER BY o.order_time, o.id),
       'J01', o.id, 'J01:' || o.id, o.id, o.paid_time::date, o.paid_time, 'Captured'
     FROM coin_orders o WHERE o.status = 'paid' AND o.id >= ${floor}`,
    `INSERT INTO ledger_postings (merchant_id, journal_id, line, book, seq, debit_account, credit_account, amount, currency, debit_after, credit_after)
     SELECT o.merchant_id, 'jrn_' || substr(o.id, 5), 1, o.mode, row_number() OVER (PARTITION BY o.merchant_id, o.mode ORDER BY o.order_time, o.id),
       ${receivable}, ${pending}, o.amount, o.currency,
       sum(o.amount) OVER (PARTITION BY o.merchant_id, o.mode, o.currency, o.gateway_account_id ORDER BY o.order_time, o.id),
       sum(o.amount) OVER (PARTITION BY o.merchant_id, o.mode, o.currency ORDER BY o.order_time, o.id)
     FROM coin_orders o WHERE o.status = 'paid' AND o.id >= ${floor}`,
    `INSERT INTO ledger_balances (merchant_id, book, account, kind, currency, amount, last_journal_id, version)
     SELECT merchant_id, book, account, split_part(account, ':', CASE WHEN account LIKE 'mer:%' THEN 3 ELSE 2 END), currency, sum(amount),
       max(journal_id), count(*)
     FROM (SELECT p.merchant_id, p.book, p.debit_account AS account, p.currency, p.amount, p.journal_id FROM ledger_postings p
       UNION ALL SELECT p.merchant_id, p.book, p.credit_account, p.currency, p.amount, p.journal_id FROM ledger_postings p) AS moved
     GROUP BY merchant_id, book, account, currency`,
  ];
};

/** Rows per statement, which limits memory and temporary files. */
const batch = 500_000;

/** A note of the tables' contents, so that existing rows are not created again. */
const noted = async (owner: pg.Pool): Promise<string | null> =>
  (await owner.query<{ note: string | null }>("SELECT obj_description('coin_orders'::regclass) AS note")).rows[0]
    ?.note ?? null;

/**
 * Replaces all orders by the given number over the last year, with attempts and captures, and with history and postings
 * of the newest.
 */
export async function makeOrders(owner: pg.Pool, rows: number, tenantId: number): Promise<void> {
  const note = `bench: ${rows} orders`;
  if ((await noted(owner)) === note) return;
  await owner.query("COMMENT ON TABLE coin_orders IS NULL");
  await loadWithoutIndexes(owner, tables, async (client) => {
    for (let first = 1; first <= rows; first += batch) {
      await client.query(ordersBetween(first, Math.min(rows, first + batch - 1), rows, tenantId));
    }
    // Look-ups by id need an index while the rest is derived from the orders.
    await client.query("CREATE INDEX bench_orders_id_idx ON coin_orders (id)");
    for (let first = 1; first <= rows; first += batch) {
      await client.query(attemptsBetween(first, Math.min(rows, first + batch - 1)));
      await client.query(capturesBetween(first, Math.min(rows, first + batch - 1)));
    }
    for (const statement of [...stories(rows), ...books(rows)]) await client.query(statement);
    await client.query("DROP INDEX bench_orders_id_idx");
  });
  await owner.query(`COMMENT ON TABLE coin_orders IS '${note}'`);
}
