-- Payout orders: money of a merchant that is paid to somebody it names.

-- stage: tables
CREATE TABLE payout_orders (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  payout_order_no text COLLATE "C" NOT NULL,
  -- The merchant's own number of it.
  merchant_payout_no text COLLATE "C" NOT NULL,
  app_id text COLLATE "C",
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  -- As asked for; what leaves the balance, with the fee on top where it is; what is sent, without the fee.
  amount numeric(19, 0) NOT NULL,
  fee_mode text COLLATE "C" NOT NULL,
  fee_amount numeric(19, 0) NOT NULL,
  debited_amount numeric(19, 0) NOT NULL,
  sent_amount numeric(19, 0) NOT NULL,
  terms_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  beneficiary_type text COLLATE "C" NOT NULL,
  beneficiary_name text NOT NULL,
  country text NOT NULL,
  account_label text NOT NULL,
  -- The whole beneficiary, sealed with the installation's key for this row.
  beneficiary text COLLATE "C" NOT NULL,
  -- A keyed digest of the account, by which the same one is known again.
  account_digest text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  reference text,
  status text COLLATE "C" NOT NULL,
  return_cause text COLLATE "C",
  risk_flags jsonb NOT NULL DEFAULT '[]',
  -- What the merchant held in the currency once it had asked, by bucket.
  "position" jsonb NOT NULL,
  approvals_needed integer NOT NULL,
  approvals jsonb NOT NULL DEFAULT '[]',
  file_name text,
  -- The one that failed or came back, which this one makes again.
  retry_of text COLLATE "C",
  apply_user_id bigint,
  apply_user_name text,
  apply_time timestamptz(3) NOT NULL,
  -- By whose day it counts towards the cap of a day.
  counted_time timestamptz(3) NOT NULL,
  audit_user_id bigint,
  audit_user_name text,
  audit_time timestamptz(3),
  audit_remark text,
  funding_account_id text COLLATE "C",
  payout_id text COLLATE "C",
  bank_reference text,
  failure_code text COLLATE "C",
  failure_message text,
  paid_time timestamptz(3),
  returned_time timestamptz(3),
  returned_amount numeric(19, 0),
  finished_time timestamptz(3),
  app_key text COLLATE "C",
  key_maker_ids jsonb,
  event_seq integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT payout_orders_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT payout_orders_no_unique UNIQUE (merchant_id, payout_order_no),
  CONSTRAINT payout_orders_merchant_no_unique UNIQUE (merchant_id, mode, merchant_payout_no),
  CONSTRAINT payout_orders_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT payout_orders_fee_mode_known CHECK (fee_mode IN ('inside', 'on_top')),
  CONSTRAINT payout_orders_method_known CHECK (method IN ('bank_local', 'swift', 'wallet')),
  CONSTRAINT payout_orders_type_known CHECK (beneficiary_type IN ('company', 'individual')),
  CONSTRAINT payout_orders_purpose_known CHECK (
    purpose IN ('supplier', 'salary', 'commission', 'refund', 'winnings', 'other')
  ),
  CONSTRAINT payout_orders_status_known CHECK (
    status IN ('created', 'review', 'approved', 'processing', 'paid', 'failed', 'rejected', 'canceled', 'returned')
  ),
  CONSTRAINT payout_orders_return_cause_known CHECK (return_cause IN ('position_short')),
  CONSTRAINT payout_orders_failure_known CHECK (
    failure_code IN ('account_closed', 'account_invalid', 'provider_balance', 'not_processed', 'declined',
      'returned_by_bank', 'given_up')
  ),
  CONSTRAINT payout_orders_amounts_sound CHECK (
    amount > 0 AND fee_amount >= 0 AND sent_amount > 0 AND debited_amount = sent_amount + fee_amount
    AND amount IN (debited_amount, sent_amount)
  ),
  CONSTRAINT payout_orders_approvals_needed CHECK (approvals_needed BETWEEN 0 AND 2),
  CONSTRAINT payout_orders_failed_why CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT payout_orders_returned_how_much CHECK (
    (status = 'returned') = (returned_amount IS NOT NULL) AND returned_amount BETWEEN 0 AND sent_amount
  ),
  CONSTRAINT payout_orders_end_dated CHECK (
    (status IN ('rejected', 'paid', 'failed', 'returned', 'canceled')) = (finished_time IS NOT NULL)
  )
) WITH (fillfactor = 80);

-- What failed or came back is asked for again once at a time.
CREATE UNIQUE INDEX payout_orders_retry_unique ON payout_orders (merchant_id, retry_of)
  WHERE retry_of IS NOT NULL AND status NOT IN ('failed', 'rejected', 'canceled');

CREATE INDEX payout_orders_merchant_time_idx ON payout_orders (merchant_id, mode, apply_time DESC, id DESC);

CREATE INDEX payout_orders_time_idx ON payout_orders (mode, apply_time DESC, id DESC);

-- What waits for somebody among everything that was ever paid out.
CREATE INDEX payout_orders_open_idx ON payout_orders (mode, status, apply_time DESC, id DESC)
  WHERE status IN ('created', 'review', 'approved', 'processing');

CREATE INDEX payout_orders_counted_idx ON payout_orders (merchant_id, mode, counted_time);

CREATE INDEX payout_orders_account_idx ON payout_orders (merchant_id, account_digest);

CREATE INDEX payout_orders_app_idx ON payout_orders (app_id) WHERE app_id IS NOT NULL;

CREATE INDEX payout_orders_funding_account_idx ON payout_orders (funding_account_id);

CREATE INDEX payout_orders_id_idx ON payout_orders (id);

CREATE INDEX payout_orders_no_idx ON payout_orders (payout_order_no);

ALTER TABLE payouts DROP CONSTRAINT payouts_source_known;

ALTER TABLE payouts ADD CONSTRAINT payouts_source_known CHECK (source_type IN ('cashout', 'payout_order'));

ALTER TABLE settlement_allocations DROP CONSTRAINT settlement_allocations_source_known;

ALTER TABLE settlement_allocations
  ADD CONSTRAINT settlement_allocations_source_known CHECK (source_type IN ('cashout', 'payout_order'));

-- stage: constraints
ALTER TABLE payout_orders
  ADD CONSTRAINT payout_orders_funding_account_fk FOREIGN KEY (funding_account_id) REFERENCES payout_accounts (id);
