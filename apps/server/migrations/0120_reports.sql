-- What reports are made of: what happened in a quarter of an hour, added up by merchant, gateway account, domain and
-- currency, and the same by the hour, the day and the month (UTC), so that a year is read as a few rows. Made anew from
-- orders, attempts and journals whenever something of a quarter changes; never the source of anything.

-- stage: tables
CREATE TABLE report_slots (
  merchant_id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  slot timestamptz(3) NOT NULL,
  -- Empty where no gateway account, or no domain, is known.
  gateway_account_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  -- Counts, then sums of minor units; as many digits as a sum of the largest amounts may need.
  orders integer NOT NULL,
  rejected integer NOT NULL,
  attempted integer NOT NULL,
  cohort_paid integer NOT NULL,
  first_try integer NOT NULL,
  paid integer NOT NULL,
  sent integer NOT NULL,
  approved integer NOT NULL,
  declined integer NOT NULL,
  errors integer NOT NULL,
  answers integer NOT NULL,
  latency_ms bigint NOT NULL,
  sales numeric(30, 0) NOT NULL,
  refunds integer NOT NULL,
  refunded_orders integer NOT NULL,
  refunded numeric(30, 0) NOT NULL,
  disputes integer NOT NULL,
  disputed numeric(30, 0) NOT NULL,
  disputes_won integer NOT NULL,
  disputes_lost integer NOT NULL,
  dispute_loss numeric(30, 0) NOT NULL,
  fee numeric(30, 0) NOT NULL,
  cost numeric(30, 0) NOT NULL,
  CONSTRAINT report_slots_pk PRIMARY KEY (merchant_id, mode, grain, slot, gateway_account_id, domain, currency),
  CONSTRAINT report_slots_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT report_slots_grain_known CHECK (grain IN ('quarter', 'hour', 'day', 'month')),
  CONSTRAINT report_slots_funnel CHECK (orders >= attempted AND attempted >= first_try AND orders >= cohort_paid)
);

CREATE INDEX report_slots_time_idx ON report_slots (mode, grain, slot);

-- The same of all merchants of a tenant: by gateway account, and altogether.
CREATE TABLE report_totals (
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  facet text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  slot timestamptz(3) NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  orders integer NOT NULL,
  rejected integer NOT NULL,
  attempted integer NOT NULL,
  cohort_paid integer NOT NULL,
  first_try integer NOT NULL,
  paid integer NOT NULL,
  sent integer NOT NULL,
  approved integer NOT NULL,
  declined integer NOT NULL,
  errors integer NOT NULL,
  answers integer NOT NULL,
  latency_ms bigint NOT NULL,
  sales numeric(30, 0) NOT NULL,
  refunds integer NOT NULL,
  refunded_orders integer NOT NULL,
  refunded numeric(30, 0) NOT NULL,
  disputes integer NOT NULL,
  disputed numeric(30, 0) NOT NULL,
  disputes_won integer NOT NULL,
  disputes_lost integer NOT NULL,
  dispute_loss numeric(30, 0) NOT NULL,
  fee numeric(30, 0) NOT NULL,
  cost numeric(30, 0) NOT NULL,
  CONSTRAINT report_totals_pk PRIMARY KEY (mode, facet, grain, slot, gateway_account_id, currency, tenant_id),
  CONSTRAINT report_totals_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT report_totals_facet_known CHECK (facet IN ('account', 'all')),
  CONSTRAINT report_totals_grain_known CHECK (grain IN ('quarter', 'hour', 'day', 'month')),
  CONSTRAINT report_totals_funnel CHECK (orders >= attempted AND attempted >= first_try AND orders >= cohort_paid)
);

-- Up to when what happened has been added up.
CREATE TABLE report_progress (
  id integer NOT NULL,
  counted_until timestamptz(3) NOT NULL,
  CONSTRAINT report_progress_pk PRIMARY KEY (id),
  CONSTRAINT report_progress_one CHECK (id = 1)
);

-- The orders that were paid in a span, and the refunds that were made in it: behind every figure of a report stand rows.
CREATE INDEX coin_orders_paid_idx ON coin_orders (mode, paid_time DESC, id DESC) INCLUDE (merchant_id)
  WHERE paid_time IS NOT NULL;

CREATE INDEX order_refunds_succeeded_idx ON order_refunds (mode, succeeded_time DESC, id DESC) INCLUDE (merchant_id)
  WHERE succeeded_time IS NOT NULL;

CREATE INDEX captures_finished_idx ON captures (mode, finished_time) WHERE finished_time IS NOT NULL;
