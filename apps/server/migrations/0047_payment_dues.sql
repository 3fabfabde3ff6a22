-- Money that gateways took and no merchant is entitled to: one row for each payment of a gateway. What of it lies in the
-- payers' accounts of the ledger stands in held_amount; verification compares the two.

-- stage: tables
CREATE TABLE payment_dues (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  due_no text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_no text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  -- The gateway's own number of the payment; ours of the attempt where it tells none.
  upstream_payment_id text COLLATE "C" NOT NULL,
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  -- What was asked for; a gateway may answer in another currency.
  expected_amount numeric(19, 0) NOT NULL,
  expected_currency text NOT NULL,
  held_amount numeric(19, 0) NOT NULL,
  -- What of the held money was applied to the order.
  booked_amount numeric(19, 0) NOT NULL DEFAULT 0,
  capture_id text COLLATE "C",
  -- What one person asked for, and another one has to approve.
  action text COLLATE "C",
  propose_user_id bigint,
  propose_user_name text,
  propose_reason text,
  propose_time timestamptz(3),
  decide_user_id bigint,
  decide_user_name text,
  decide_reason text,
  decide_time timestamptz(3),
  create_time timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT payment_dues_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT payment_dues_no_unique UNIQUE (merchant_id, due_no),
  CONSTRAINT payment_dues_upstream_unique UNIQUE (merchant_id, gateway_account_id, upstream_payment_id),
  CONSTRAINT payment_dues_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT payment_dues_kind_known CHECK (kind IN ('amount_mismatch', 'duplicate_payment', 'late_success')),
  CONSTRAINT payment_dues_status_known CHECK (status IN ('open', 'awaiting_approval', 'to_return', 'booked')),
  CONSTRAINT payment_dues_action_known CHECK (action IN ('book', 'return')),
  CONSTRAINT payment_dues_proposal_whole CHECK (
    (status = 'awaiting_approval') = (action IS NOT NULL) AND (action IS NULL) = (propose_user_id IS NULL)
  ),
  CONSTRAINT payment_dues_amounts_sound CHECK (amount > 0 AND booked_amount >= 0 AND held_amount >= 0
    AND held_amount + booked_amount <= amount)
);

CREATE INDEX payment_dues_order_idx ON payment_dues (merchant_id, order_id);

CREATE INDEX payment_dues_merchant_time_idx ON payment_dues (merchant_id, mode, create_time DESC, id DESC);

CREATE INDEX payment_dues_time_idx ON payment_dues (mode, create_time DESC, id DESC);

-- What waits for somebody, among everything that was ever returned.
CREATE INDEX payment_dues_status_idx ON payment_dues (mode, status, create_time DESC, id DESC);

-- What an operator finds one by without knowing the merchant.
CREATE INDEX payment_dues_id_idx ON payment_dues (id);

CREATE INDEX payment_dues_no_idx ON payment_dues (due_no);

CREATE INDEX payment_dues_order_no_idx ON payment_dues (order_no);

-- stage: constraints
ALTER TABLE payment_dues ADD CONSTRAINT payment_dues_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);

-- stage: seed
-- What was noted until now. Which payment of the gateway it was stands with the attempt, unless it was one under another
-- number, which nobody wrote down. None of the surplus was booked, so nothing of it lies in the payers' accounts.
INSERT INTO payment_dues (merchant_id, id, tenant_id, due_no, order_id, order_no, attempt_id, mode, kind, status,
  gateway_account_id, upstream_payment_id, amount, currency, expected_amount, expected_currency, held_amount, create_time)
SELECT d.merchant_id, 'due_' || substr(d.id, 5), a.tenant_id, 'PD' || substr(d.id, 5), d.order_id, a.order_no, d.attempt_id,
       a.mode, d.reason, 'to_return', a.gateway_account_id,
       CASE WHEN d.reason = 'late_success' OR a.is_duplicate
            THEN coalesce(a.upstream_attempt_id, a.transaction_no, a.attempt_no) ELSE 'unrecorded-' || d.id END,
       d.amount, d.currency, a.amount, a.currency, 0, d.create_time
  FROM refund_dues d
  JOIN payment_attempts a ON a.merchant_id = d.merchant_id AND a.id = d.attempt_id;

DROP TABLE refund_dues;
