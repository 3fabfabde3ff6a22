-- Money that a gateway took, each time: a sale is one capture, an authorisation is taken by one or several. Fees, refunds
-- and settlement hang on captures; the order shows their sums.

-- stage: tables
CREATE TABLE captures (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  capture_no text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_no text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  status text COLLATE "C" NOT NULL,
  -- Nothing more is taken after it: what is left of the authorisation is released.
  is_final boolean NOT NULL,
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  reason text,
  gateway_account_id text COLLATE "C" NOT NULL,
  -- What the gateway tells repeated calls by. None where nobody asked: the gateway took the money with the payment.
  gateway_key text COLLATE "C",
  upstream_id text COLLATE "C",
  failure_code text COLLATE "C",
  upstream_code text,
  upstream_message text,
  asked_time timestamptz(3) NOT NULL,
  sent_time timestamptz(3),
  finished_time timestamptz(3),
  -- How often the gateway was asked what became of it; when it is asked next stands with the attempt.
  -- How often it was sent: what is not processed of one of several sends says nothing of the others.
  send_count integer NOT NULL DEFAULT 0,
  query_count integer NOT NULL DEFAULT 0,
  -- By what it was priced, and what came of it. Minor units of the currency before each.
  is_priced boolean NOT NULL DEFAULT false,
  settle_currency text,
  settle_amount numeric(19, 0),
  fee_amount numeric(19, 0),
  fee_tax_amount numeric(19, 0),
  net_amount numeric(19, 0),
  gateway_cost_amount numeric(19, 0),
  gateway_cost_currency text,
  fx_rate text,
  fx jsonb,
  fee_rule jsonb,
  due_date date,
  CONSTRAINT captures_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT captures_no_unique UNIQUE (merchant_id, capture_no),
  CONSTRAINT captures_seq_unique UNIQUE (merchant_id, order_id, seq),
  CONSTRAINT captures_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT captures_status_known CHECK (status IN ('asked', 'sent', 'unknown', 'succeeded', 'failed')),
  CONSTRAINT captures_amount_positive CHECK (amount > 0),
  CONSTRAINT captures_failed_why CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT captures_end_dated CHECK ((status IN ('succeeded', 'failed')) = (finished_time IS NOT NULL))
) WITH (fillfactor = 80);

-- One capture of an order at a time, whatever the code above believes.
CREATE UNIQUE INDEX captures_open_unique ON captures (merchant_id, order_id) WHERE status IN ('asked', 'sent', 'unknown');

-- A key is made once and never serves another capture.
CREATE UNIQUE INDEX captures_gateway_key_unique ON captures (merchant_id, gateway_key) WHERE gateway_key IS NOT NULL;

CREATE INDEX captures_merchant_time_idx ON captures (merchant_id, mode, asked_time DESC, id DESC);

CREATE INDEX captures_time_idx ON captures (mode, asked_time DESC, id DESC);

-- Money that was taken and has no price yet.
CREATE INDEX captures_unpriced_idx ON captures (mode, asked_time DESC, id DESC)
  WHERE NOT is_priced AND status = 'succeeded';

-- What an operator finds a capture by without knowing the merchant.
CREATE INDEX captures_id_idx ON captures (id);

CREATE INDEX captures_no_idx ON captures (capture_no);

CREATE INDEX captures_order_no_idx ON captures (order_no);

-- stage: constraints
ALTER TABLE captures ADD CONSTRAINT captures_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);

-- stage: seed
-- What was taken until now, one capture for each attempt that has money of the merchant: parts were kept as a sum. The
-- attempt's number and id name its capture, so that the same rows come out whoever runs this.
INSERT INTO captures (merchant_id, id, tenant_id, capture_no, order_id, order_no, attempt_id, mode, seq, status, is_final,
  amount, currency, gateway_account_id, upstream_id, asked_time, finished_time, is_priced, settle_currency, settle_amount,
  fee_amount, fee_tax_amount, net_amount, gateway_cost_amount, gateway_cost_currency, fx_rate, fx, fee_rule, due_date)
SELECT a.merchant_id, 'cap_' || substr(a.id, 5), a.tenant_id, 'CP' || substr(a.attempt_no, 3), a.order_id, a.order_no, a.id,
       a.mode, 1, 'succeeded', a.status = 'captured', a.captured_amount, a.currency, a.gateway_account_id,
       coalesce(a.transaction_no, a.upstream_attempt_id), a.started_time,
       coalesce(a.finished_time, o.paid_time, a.started_time), o.fee_amount IS NOT NULL, o.settle_currency, o.settle_amount,
       o.fee_amount, o.fee_tax_amount, o.net_amount, o.gateway_cost_amount, o.gateway_cost_currency, o.fx_rate, o.fx,
       o.fee_rule, o.due_date
  FROM payment_attempts a
  JOIN coin_orders o ON o.merchant_id = a.merchant_id AND o.id = a.order_id
 WHERE a.captured_amount > 0 AND a.captured_amount = o.captured_amount AND NOT a.is_duplicate;

-- Captures that are under way keep the key they were sent with.
INSERT INTO captures (merchant_id, id, tenant_id, capture_no, order_id, order_no, attempt_id, mode, seq, status, is_final,
  amount, currency, gateway_account_id, gateway_key, asked_time, sent_time)
SELECT a.merchant_id, 'cap_' || substr(a.order_id, 5), a.tenant_id, 'CP' || substr(a.order_no, 3), a.order_id, a.order_no,
       a.id, a.mode, CASE WHEN a.captured_amount > 0 THEN 2 ELSE 1 END, 'unknown', a.is_capture_final, a.capture_asked,
       a.currency, a.gateway_account_id, a.attempt_no || '-capture-' || a.captured_amount,
       coalesce(a.next_query_time, a.started_time), coalesce(a.next_query_time, a.started_time)
  FROM payment_attempts a
 WHERE a.status = 'capture_pending' AND a.capture_asked IS NOT NULL;

ALTER TABLE payment_attempts DROP COLUMN capture_asked, DROP COLUMN is_capture_final;
