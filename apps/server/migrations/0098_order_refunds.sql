-- Money given back to payers: one row for each refund that was asked for, with the captures it is of. A capture counts
-- what refunds claim of it, and the database lets them claim no more than was captured, whatever the code above believes.

-- stage: tables
CREATE TABLE order_refunds (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  refund_no text COLLATE "C" NOT NULL,
  merchant_refund_no text COLLATE "C",
  -- What a merchant's server asked for, to tell a repetition of its number from another refund.
  content_hash text COLLATE "C",
  app_id text COLLATE "C",
  app_key text COLLATE "C",
  mode text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_no text COLLATE "C" NOT NULL,
  merchant_order_no text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  -- The unapplied payment that goes back.
  due_id text COLLATE "C",
  gateway_id text COLLATE "C",
  gateway_account_id text COLLATE "C" NOT NULL,
  trade_no text COLLATE "C",
  card_fingerprint text COLLATE "C",
  currency text NOT NULL,
  amount numeric(19, 0) NOT NULL,
  settle_currency text NOT NULL,
  settle_amount numeric(19, 0) NOT NULL,
  fx_rate text,
  -- Captures with what of them goes back, in both currencies; none where it is no capture's money.
  parts jsonb NOT NULL,
  source_bucket text COLLATE "C" NOT NULL,
  -- The day its lines are settled, where it is taken of what is not settled yet.
  due_date date,
  handling_fee numeric(19, 0) NOT NULL DEFAULT 0,
  handling_fee_tax numeric(19, 0) NOT NULL DEFAULT 0,
  returned_fee numeric(19, 0) NOT NULL DEFAULT 0,
  returned_fee_tax numeric(19, 0) NOT NULL DEFAULT 0,
  reason text COLLATE "C" NOT NULL,
  remark text,
  status text COLLATE "C" NOT NULL,
  is_reversed boolean NOT NULL DEFAULT false,
  review_cause text COLLATE "C",
  applicant_type text COLLATE "C" NOT NULL,
  applicant_id bigint,
  applicant_name text,
  retry_of text COLLATE "C",
  decide_user_id bigint,
  decide_user_name text,
  decide_reason text,
  decide_time timestamptz(3),
  upstream_refund_id text COLLATE "C",
  arn text COLLATE "C",
  failure_code text COLLATE "C",
  failure_message text,
  -- How often it was sent, and after how many of these sends nobody knows whether it arrived.
  attempts integer NOT NULL DEFAULT 0,
  doubts integer NOT NULL DEFAULT 0,
  query_count integer NOT NULL DEFAULT 0,
  -- When it is sent again, or asked about; none once its outcome is known.
  next_retry_time timestamptz(3),
  refund_time timestamptz(3) NOT NULL,
  succeeded_time timestamptz(3),
  finished_time timestamptz(3),
  event_seq integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT order_refunds_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT order_refunds_no_unique UNIQUE (merchant_id, refund_no),
  CONSTRAINT order_refunds_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT order_refunds_status_known CHECK (
    status IN ('created', 'review', 'processing', 'succeeded', 'failed', 'canceled', 'rejected')
  ),
  CONSTRAINT order_refunds_bucket_known CHECK (source_bucket IN ('pending', 'available', 'payer_funds')),
  CONSTRAINT order_refunds_reason_known CHECK (
    reason IN ('requested_by_customer', 'duplicate', 'fraudulent', 'product_not_received', 'product_unacceptable',
      'subscription_canceled', 'late_success', 'amount_mismatch', 'other')
  ),
  CONSTRAINT order_refunds_review_cause_known CHECK (
    review_cause IN ('above_limit', 'high_risk', 'same_card', 'old_order')
  ),
  CONSTRAINT order_refunds_applicant_known CHECK (
    applicant_type IN ('merchant_api', 'merchant_user', 'operator', 'system')
  ),
  CONSTRAINT order_refunds_failure_known CHECK (
    failure_code IN ('instrument_closed', 'window_closed', 'provider_balance', 'nothing_left', 'in_dispute',
      'not_processed', 'declined', 'returned_by_bank')
  ),
  CONSTRAINT order_refunds_amount_positive CHECK (amount > 0 AND settle_amount >= 0),
  CONSTRAINT order_refunds_fees_sound CHECK (
    handling_fee >= 0 AND handling_fee_tax >= 0 AND returned_fee >= 0 AND returned_fee_tax >= 0
  ),
  CONSTRAINT order_refunds_failed_why CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT order_refunds_reversed_failed CHECK (NOT is_reversed OR status = 'failed'),
  CONSTRAINT order_refunds_end_dated CHECK (
    (status IN ('succeeded', 'failed', 'canceled', 'rejected')) = (finished_time IS NOT NULL)
  ),
  CONSTRAINT order_refunds_followed CHECK ((status IN ('created', 'processing')) = (next_retry_time IS NOT NULL))
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX order_refunds_merchant_no_unique ON order_refunds (merchant_id, mode, merchant_refund_no)
  WHERE merchant_refund_no IS NOT NULL;

-- One way back at a time for money that is no merchant's.
CREATE UNIQUE INDEX order_refunds_due_unique ON order_refunds (merchant_id, due_id)
  WHERE due_id IS NOT NULL AND status IN ('created', 'review', 'processing');

-- A refund is made again once.
CREATE UNIQUE INDEX order_refunds_retry_unique ON order_refunds (merchant_id, retry_of)
  WHERE retry_of IS NOT NULL AND status IN ('created', 'review', 'processing', 'succeeded');

CREATE INDEX order_refunds_order_idx ON order_refunds (merchant_id, order_id);

CREATE INDEX order_refunds_due_idx ON order_refunds (merchant_id, due_id) WHERE due_id IS NOT NULL;

CREATE INDEX order_refunds_merchant_time_idx ON order_refunds (merchant_id, mode, refund_time DESC, id DESC);

CREATE INDEX order_refunds_time_idx ON order_refunds (mode, refund_time DESC, id DESC);

-- What waits for somebody, or for its gateway, among everything that was ever refunded.
CREATE INDEX order_refunds_status_idx ON order_refunds (mode, status, refund_time DESC, id DESC)
  WHERE status IN ('created', 'review', 'processing');

CREATE INDEX order_refunds_followed_idx ON order_refunds (next_retry_time) WHERE next_retry_time IS NOT NULL;

CREATE INDEX order_refunds_card_idx ON order_refunds (card_fingerprint, refund_time) WHERE card_fingerprint IS NOT NULL;

-- What an operator finds one by without knowing the merchant.
CREATE INDEX order_refunds_id_idx ON order_refunds (id);

CREATE INDEX order_refunds_no_idx ON order_refunds (refund_no);

CREATE INDEX order_refunds_order_no_idx ON order_refunds (order_no);

CREATE INDEX order_refunds_merchant_order_no_idx ON order_refunds (merchant_order_no);

CREATE INDEX order_refunds_trade_no_idx ON order_refunds (trade_no) WHERE trade_no IS NOT NULL;

-- What refunds that are open or went through claim of it, and what of that went through: in its own currency, and what
-- that took of the merchant's balance; then what of the fee went back for it, which is never given back twice.
ALTER TABLE captures
  ADD COLUMN refund_claimed numeric(19, 0) NOT NULL DEFAULT 0,
  ADD COLUMN refund_claimed_settle numeric(19, 0) NOT NULL DEFAULT 0,
  ADD COLUMN refunded_amount numeric(19, 0) NOT NULL DEFAULT 0,
  ADD COLUMN returned_fee numeric(19, 0) NOT NULL DEFAULT 0,
  ADD COLUMN returned_fee_tax numeric(19, 0) NOT NULL DEFAULT 0;

ALTER TABLE captures
  ADD CONSTRAINT captures_refunds_within CHECK (
    refunded_amount >= 0 AND refunded_amount <= refund_claimed AND refund_claimed <= amount
  );

ALTER TABLE captures
  ADD CONSTRAINT captures_returned_within CHECK (
    returned_fee >= 0 AND returned_fee_tax >= 0 AND returned_fee <= coalesce(fee_amount, 0)
    AND returned_fee_tax <= coalesce(fee_tax_amount, 0)
  );

ALTER TABLE payment_dues DROP CONSTRAINT payment_dues_status_known;

ALTER TABLE payment_dues
  ADD COLUMN returned_amount numeric(19, 0) NOT NULL DEFAULT 0,
  ADD CONSTRAINT payment_dues_status_known CHECK (status IN ('open', 'awaiting_approval', 'to_return', 'returned', 'booked')),
  ADD CONSTRAINT payment_dues_returned_within CHECK (returned_amount >= 0 AND returned_amount <= amount);

-- stage: constraints
ALTER TABLE order_refunds
  ADD CONSTRAINT order_refunds_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);
