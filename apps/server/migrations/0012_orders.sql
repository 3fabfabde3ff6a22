-- Orders, their attempts, their story and what was said to gateways. Everything a merchant owns: each key starts with
-- the merchant. Orders do not refer to the merchant by a foreign key: its check locks the merchant's one row for every
-- order, and that row would be the busiest of the installation. Each order is made in a transaction that reads it.

-- stage: tables
CREATE TABLE coin_orders (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  order_no text COLLATE "C" NOT NULL,
  app_id text COLLATE "C",
  merchant_order_no text COLLATE "C" NOT NULL,
  -- Tells a repeated creation from another order under the same number.
  content_hash text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  type text NOT NULL,
  payment_type text NOT NULL,
  status text COLLATE "C" NOT NULL,
  awaiting_reason text COLLATE "C",
  currency text COLLATE "C" NOT NULL,
  -- Minor units; numeric, because the driver reads it as text whatever its size.
  amount numeric(19, 0) NOT NULL,
  authorized_amount numeric(19, 0) NOT NULL DEFAULT 0,
  captured_amount numeric(19, 0) NOT NULL DEFAULT 0,
  refunded_amount numeric(19, 0) NOT NULL DEFAULT 0,
  disputed_amount numeric(19, 0) NOT NULL DEFAULT 0,
  -- Money that came twice or too late and is to be given back.
  surplus_amount numeric(19, 0) NOT NULL DEFAULT 0,
  refund_status text NOT NULL DEFAULT 'none',
  dispute_status text NOT NULL DEFAULT 'none',
  settlement_status text NOT NULL DEFAULT 'none',
  settle_currency text,
  settle_amount numeric(19, 0),
  fee_amount numeric(19, 0),
  fee_tax_amount numeric(19, 0),
  net_amount numeric(19, 0),
  gateway_cost_amount numeric(19, 0),
  gateway_cost_currency text,
  fx_rate text,
  fx_quote_id text,
  -- The terms the figures above were computed by, as they were at the capture.
  fee_rule jsonb,
  fx jsonb,
  due_date date,
  email text COLLATE "C",
  country text COLLATE "C",
  ip text COLLATE "C",
  domain text,
  payment_method text COLLATE "C",
  method_category text,
  channel_id text COLLATE "C",
  gateway_id text COLLATE "C",
  gateway_account_id text COLLATE "C",
  transaction_no text COLLATE "C",
  card_brand text,
  card_bin text COLLATE "C",
  card_last4 text COLLATE "C",
  card_country text,
  card_fingerprint text COLLATE "C",
  three_ds jsonb,
  capture_method text NOT NULL,
  capture_deadline timestamptz(3),
  risk_decision text NOT NULL DEFAULT 'allow',
  risk_score integer,
  attempt_count integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  failure_code text,
  failure_message text,
  late_success boolean NOT NULL DEFAULT false,
  order_time timestamptz(3) NOT NULL,
  expire_time timestamptz(3) NOT NULL,
  paid_time timestamptz(3),
  canceled_time timestamptz(3),
  -- How long the story and the merchant's events of the order are, so that each has its place in the order of things.
  timeline_seq integer NOT NULL DEFAULT 0,
  event_seq integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT coin_orders_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT coin_orders_no_unique UNIQUE (merchant_id, order_no),
  CONSTRAINT coin_orders_merchant_no_unique UNIQUE (merchant_id, mode, merchant_order_no),
  CONSTRAINT coin_orders_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT coin_orders_status_known CHECK (status IN ('created', 'awaiting', 'pending', 'paid', 'failed', 'canceled')),
  CONSTRAINT coin_orders_awaiting_why CHECK (
    (status = 'awaiting') = (awaiting_reason IS NOT NULL)
    AND (awaiting_reason IS NULL OR awaiting_reason IN ('payer_action', 'authentication', 'review', 'capture', 'retry'))
  ),
  CONSTRAINT coin_orders_amount_positive CHECK (amount > 0),
  CONSTRAINT coin_orders_captured_within CHECK (captured_amount >= 0 AND captured_amount <= amount),
  CONSTRAINT coin_orders_refunded_within CHECK (refunded_amount >= 0 AND refunded_amount <= captured_amount),
  CONSTRAINT coin_orders_paid_has_money CHECK (status <> 'paid' OR (captured_amount > 0 AND paid_time IS NOT NULL)),
  CONSTRAINT coin_orders_money_is_kept CHECK (captured_amount = 0 OR status IN ('paid', 'pending', 'awaiting')),
  CONSTRAINT coin_orders_currency_shape CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT coin_orders_card_short CHECK (card_bin ~ '^[0-9]{6,8}$' AND card_last4 ~ '^[0-9]{4}$')
) WITH (fillfactor = 80);

-- Newest first: of one merchant, and of all for the operator.
CREATE INDEX coin_orders_merchant_time_idx ON coin_orders (merchant_id, mode, order_time DESC, id DESC);

CREATE INDEX coin_orders_time_idx ON coin_orders (mode, order_time DESC, id DESC);

CREATE INDEX coin_orders_status_idx ON coin_orders (mode, status, order_time DESC, id DESC);

CREATE INDEX coin_orders_amount_idx ON coin_orders (mode, amount, id);

-- Orders that end by themselves when their time has passed.
CREATE INDEX coin_orders_open_idx ON coin_orders (expire_time) WHERE status IN ('created', 'awaiting');

-- What an operator finds an order by without knowing the merchant.
CREATE INDEX coin_orders_id_idx ON coin_orders (id);

CREATE INDEX coin_orders_no_idx ON coin_orders (order_no);

CREATE INDEX coin_orders_merchant_no_idx ON coin_orders (merchant_order_no);

CREATE INDEX coin_orders_transaction_idx ON coin_orders (transaction_no) WHERE transaction_no IS NOT NULL;

CREATE INDEX coin_orders_email_idx ON coin_orders (email, order_time DESC) WHERE email IS NOT NULL;

CREATE INDEX coin_orders_card_idx ON coin_orders (card_last4, order_time DESC) WHERE card_last4 IS NOT NULL;

CREATE INDEX coin_orders_ip_idx ON coin_orders (ip, order_time DESC) WHERE ip IS NOT NULL;

CREATE INDEX coin_orders_account_idx ON coin_orders (gateway_account_id, order_time DESC) WHERE gateway_account_id IS NOT NULL;

-- What is written once and read with one order alone; apart from the row that every step rewrites.
CREATE TABLE coin_order_particulars (
  merchant_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  items jsonb NOT NULL,
  payer_name text,
  phone text,
  payer_account text,
  billing_address jsonb,
  shipping_address jsonb,
  ip_country text,
  device_id text,
  user_agent text,
  accept_language text,
  descriptor text,
  return_url text,
  cancel_url text,
  notify_url text,
  metadata jsonb NOT NULL,
  CONSTRAINT coin_order_particulars_pk PRIMARY KEY (merchant_id, order_id)
);

CREATE TABLE payment_attempts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  attempt_no text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  status text COLLATE "C" NOT NULL,
  trigger text NOT NULL,
  gateway_id text COLLATE "C",
  gateway_account_id text COLLATE "C" NOT NULL,
  channel_id text COLLATE "C",
  payment_method text COLLATE "C" NOT NULL,
  method_category text NOT NULL,
  -- Asked with 3-D Secure, so that a refusal for want of it is not answered with it again.
  is_three_ds_forced boolean NOT NULL DEFAULT false,
  route_decision jsonb,
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  authorized_amount numeric(19, 0) NOT NULL DEFAULT 0,
  captured_amount numeric(19, 0) NOT NULL DEFAULT 0,
  -- What a capture under way asks for, and whether the rest is released with it.
  capture_asked numeric(19, 0),
  is_capture_final boolean NOT NULL DEFAULT true,
  -- Its reservation is being given back: nothing may be captured of it any more.
  is_release_asked boolean NOT NULL DEFAULT false,
  next_action jsonb,
  upstream_intent_id text COLLATE "C",
  upstream_attempt_id text COLLATE "C",
  transaction_no text COLLATE "C",
  arn text,
  auth_code text,
  avs_result text,
  cvc_result text,
  three_ds jsonb,
  decline_code text COLLATE "C",
  decline_category text,
  upstream_code text,
  upstream_message text,
  merchant_advice_code text,
  retryable boolean,
  retry_after timestamptz(3),
  expected_cost numeric(19, 0),
  card_brand text COLLATE "C",
  card_bin text,
  card_last4 text,
  card_country text,
  card_fingerprint text COLLATE "C",
  is_duplicate boolean NOT NULL DEFAULT false,
  -- The newest word of the gateway that was applied; older ones are ignored.
  upstream_time timestamptz(3),
  query_count integer NOT NULL DEFAULT 0,
  not_found_count integer NOT NULL DEFAULT 0,
  next_query_time timestamptz(3),
  started_time timestamptz(3) NOT NULL,
  finished_time timestamptz(3),
  latency_ms integer,
  CONSTRAINT payment_attempts_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT payment_attempts_no_unique UNIQUE (merchant_id, attempt_no),
  CONSTRAINT payment_attempts_seq_unique UNIQUE (merchant_id, order_id, seq),
  CONSTRAINT payment_attempts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT payment_attempts_status_known CHECK (
    status IN ('initiated', 'authentication_pending', 'submitting', 'unknown', 'authorized', 'capture_pending', 'captured', 'declined', 'error', 'voided', 'expired')
  ),
  CONSTRAINT payment_attempts_amount_positive CHECK (amount > 0),
  CONSTRAINT payment_attempts_captured_has_money CHECK (status <> 'captured' OR captured_amount > 0),
  CONSTRAINT payment_attempts_card_short CHECK (card_bin ~ '^[0-9]{6,8}$' AND card_last4 ~ '^[0-9]{4}$')
) WITH (fillfactor = 80);

-- Never a second try while the outcome of the first is open, whatever the code above believes.
CREATE UNIQUE INDEX payment_attempts_in_flight_unique ON payment_attempts (merchant_id, order_id)
  WHERE status IN ('initiated', 'submitting', 'unknown', 'capture_pending');

CREATE INDEX payment_attempts_merchant_time_idx ON payment_attempts (merchant_id, mode, started_time DESC, id DESC);

CREATE INDEX payment_attempts_time_idx ON payment_attempts (mode, started_time DESC, id DESC);

CREATE INDEX payment_attempts_account_idx ON payment_attempts (gateway_account_id, started_time DESC);

CREATE INDEX payment_attempts_latency_idx ON payment_attempts (mode, latency_ms DESC, id DESC) WHERE latency_ms IS NOT NULL;

CREATE INDEX payment_attempts_id_idx ON payment_attempts (id);

-- Attempts of which the gateway is to be asked, or whose payer is to be given up.
CREATE INDEX payment_attempts_due_idx ON payment_attempts (next_query_time) WHERE next_query_time IS NOT NULL;

-- What a gateway's notification names: our number, or its own.
CREATE INDEX payment_attempts_no_idx ON payment_attempts (attempt_no);

CREATE INDEX payment_attempts_order_no_idx ON payment_attempts (order_no);

CREATE INDEX payment_attempts_intent_idx ON payment_attempts (gateway_account_id, upstream_intent_id) WHERE upstream_intent_id IS NOT NULL;

CREATE INDEX payment_attempts_upstream_idx ON payment_attempts (gateway_account_id, upstream_attempt_id) WHERE upstream_attempt_id IS NOT NULL;

-- The story of an order, without gaps. Entries of a step carry from where to where: they are the order's history. They
-- are written by transactions that hold the order's lock, which is why no foreign key looks the order up for each.
CREATE TABLE order_timeline (
  merchant_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  time timestamptz(3) NOT NULL,
  received_time timestamptz(3),
  kind text NOT NULL,
  title text NOT NULL,
  detail jsonb NOT NULL,
  object_id text COLLATE "C",
  from_state text,
  action text,
  to_state text,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text,
  amount numeric(19, 0),
  currency text,
  ref_type text,
  ref_id text,
  visibility text NOT NULL,
  CONSTRAINT order_timeline_pk PRIMARY KEY (merchant_id, order_id, seq),
  CONSTRAINT order_timeline_visibility_known CHECK (visibility IN ('all', 'operator')),
  CONSTRAINT order_timeline_step_whole CHECK ((to_state IS NULL) = (action IS NULL))
);

-- Requests and answers, masked before they come here.
CREATE TABLE order_exchanges (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C",
  time timestamptz(3) NOT NULL,
  direction text NOT NULL,
  operation text NOT NULL,
  http_method text,
  url text,
  http_status integer,
  latency_ms integer,
  result text NOT NULL,
  request_headers jsonb,
  request_body text,
  response_headers jsonb,
  response_body text,
  request_id text,
  upstream_request_id text,
  idempotency_key text,
  CONSTRAINT order_exchanges_pk PRIMARY KEY (merchant_id, id)
);

CREATE INDEX order_exchanges_order_idx ON order_exchanges (merchant_id, order_id, id);

-- Money that was booked and is to go back to the payer without anybody asking for it.
CREATE TABLE refund_dues (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'due',
  create_time timestamptz(3) NOT NULL,
  CONSTRAINT refund_dues_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT refund_dues_once UNIQUE (merchant_id, attempt_id, reason),
  CONSTRAINT refund_dues_reason_known CHECK (reason IN ('duplicate_payment', 'late_success')),
  CONSTRAINT refund_dues_status_known CHECK (status IN ('due', 'done')),
  CONSTRAINT refund_dues_amount_positive CHECK (amount > 0)
);

CREATE INDEX refund_dues_order_idx ON refund_dues (merchant_id, order_id);

-- stage: constraints
ALTER TABLE coin_order_particulars ADD CONSTRAINT coin_order_particulars_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);

ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);

ALTER TABLE refund_dues ADD CONSTRAINT refund_dues_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);
