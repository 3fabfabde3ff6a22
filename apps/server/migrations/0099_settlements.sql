-- Settlement batches and their bills. A batch collects the lines of a merchant's book and currency that fall due by a day;
-- closing freezes them with their sums and a checksum, settling books them. Closed batches are counted without a gap.

-- stage: tables
CREATE TABLE settlement_batches (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  batch_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  -- The day it is settled, in the merchant's settlement zone.
  date date NOT NULL,
  -- Its place among the batches of the book and currency that were ever closed; none while it collects.
  seq integer,
  status text COLLATE "C" NOT NULL,
  period_from timestamptz(3),
  period_to timestamptz(3),
  gross_amount numeric(19, 0) NOT NULL DEFAULT 0,
  fee_amount numeric(19, 0) NOT NULL DEFAULT 0,
  refund_amount numeric(19, 0) NOT NULL DEFAULT 0,
  dispute_amount numeric(19, 0) NOT NULL DEFAULT 0,
  penalty_amount numeric(19, 0) NOT NULL DEFAULT 0,
  tax_amount numeric(19, 0) NOT NULL DEFAULT 0,
  adjustment_amount numeric(19, 0) NOT NULL DEFAULT 0,
  amount numeric(19, 0) NOT NULL DEFAULT 0,
  reserve_amount numeric(19, 0) NOT NULL DEFAULT 0,
  reserve_ratio integer,
  reserve_release_date date,
  line_count integer NOT NULL DEFAULT 0,
  -- SHA-256 over its lines in the order of their journals.
  checksum text COLLATE "C",
  -- The version of the account terms it was closed by.
  terms_id text COLLATE "C",
  hold_reason text,
  blocked_by text COLLATE "C",
  close_user_id bigint,
  close_user_name text,
  closed_time timestamptz(3),
  confirmed_time timestamptz(3),
  settled_time timestamptz(3),
  journal_id text COLLATE "C",
  void_cause text COLLATE "C",
  void_reason text,
  void_time timestamptz(3),
  create_time timestamptz(3) NOT NULL,
  event_seq integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT settlement_batches_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT settlement_batches_no_unique UNIQUE (merchant_id, batch_no),
  CONSTRAINT settlement_batches_seq_unique UNIQUE (merchant_id, mode, currency, seq),
  CONSTRAINT settlement_batches_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT settlement_batches_status_known CHECK (status IN ('open', 'closed', 'confirmed', 'settled', 'void')),
  CONSTRAINT settlement_batches_cause_known CHECK (void_cause IN ('by_hand', 'below_minimum', 'empty')),
  CONSTRAINT settlement_batches_block_known CHECK (
    blocked_by IN ('no_terms', 'lines_changed', 'altered', 'bill_questioned',
      'period_closed', 'failed')
  ),
  CONSTRAINT settlement_batches_sums CHECK (
    amount = gross_amount - fee_amount - refund_amount - dispute_amount - penalty_amount - tax_amount + adjustment_amount
  ),
  CONSTRAINT settlement_batches_reserve_within CHECK (
    reserve_amount >= 0 AND reserve_amount <= greatest(amount, 0) AND (reserve_amount = 0) = (reserve_release_date IS NULL)
  ),
  CONSTRAINT settlement_batches_closed_whole CHECK (
    status NOT IN ('closed', 'confirmed', 'settled')
      OR (seq IS NOT NULL AND checksum IS NOT NULL AND terms_id IS NOT NULL AND closed_time IS NOT NULL
        AND period_from IS NOT NULL AND period_to IS NOT NULL AND line_count > 0)
  ),
  CONSTRAINT settlement_batches_settled_booked CHECK (
    (status = 'settled') = (settled_time IS NOT NULL)
      AND (status <> 'settled' OR confirmed_time IS NOT NULL)
      AND (journal_id IS NULL OR status = 'settled')
      AND (status <> 'settled' OR (journal_id IS NULL) = (amount = 0))
  ),
  CONSTRAINT settlement_batches_settled_free CHECK (status NOT IN ('settled', 'void') OR blocked_by IS NULL),
  CONSTRAINT settlement_batches_void_why CHECK (
    (status = 'void') = (void_cause IS NOT NULL) AND (status = 'void') = (void_time IS NOT NULL)
  )
) WITH (fillfactor = 80);

-- One that collects for each day.
CREATE UNIQUE INDEX settlement_batches_open_unique ON settlement_batches (merchant_id, mode, currency, date)
  WHERE status = 'open';

CREATE INDEX settlement_batches_merchant_idx ON settlement_batches (merchant_id, mode, date DESC, id DESC);

CREATE INDEX settlement_batches_date_idx ON settlement_batches (mode, date DESC, id DESC);

-- What is not over, among everything that was ever settled.
CREATE INDEX settlement_batches_under_way_idx ON settlement_batches (mode, status, date, id)
  WHERE status IN ('open', 'closed', 'confirmed');

CREATE INDEX settlement_batches_no_idx ON settlement_batches (batch_no);

CREATE INDEX settlement_batches_id_idx ON settlement_batches (id);

CREATE TABLE bills (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  -- The day its batch was closed, in the merchant's settlement zone.
  billing_date date NOT NULL,
  deposit_released_amount numeric(19, 0) NOT NULL DEFAULT 0,
  -- SHA-256 over its lines.
  checksum text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  invoice_no text COLLATE "C",
  issued_time timestamptz(3),
  confirmed_time timestamptz(3),
  confirm_user_name text,
  query_text text,
  query_time timestamptz(3),
  query_user_name text,
  answer_text text,
  answer_time timestamptz(3),
  create_time timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT bills_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT bills_batch_unique UNIQUE (merchant_id, batch_id),
  CONSTRAINT bills_invoice_no_unique UNIQUE (merchant_id, invoice_no),
  CONSTRAINT bills_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT bills_status_known CHECK (status IN ('draft', 'issued', 'confirmed', 'disputed', 'void')),
  CONSTRAINT bills_issued_numbered CHECK (
    (invoice_no IS NULL) = (issued_time IS NULL)
      AND (status NOT IN ('issued', 'confirmed', 'disputed') OR invoice_no IS NOT NULL)
      AND (status <> 'draft' OR invoice_no IS NULL)
  ),
  CONSTRAINT bills_confirmed_dated CHECK (status <> 'confirmed' OR confirmed_time IS NOT NULL),
  CONSTRAINT bills_questioned_why CHECK (status <> 'disputed' OR query_text IS NOT NULL)
) WITH (fillfactor = 80);

CREATE INDEX bills_merchant_date_idx ON bills (merchant_id, mode, billing_date DESC, id DESC);

CREATE INDEX bills_date_idx ON bills (mode, billing_date DESC, id DESC);

CREATE INDEX bills_status_idx ON bills (mode, status, billing_date, id) WHERE status IN ('draft', 'issued', 'disputed');

CREATE INDEX bills_invoice_no_idx ON bills (invoice_no) WHERE invoice_no IS NOT NULL;

CREATE INDEX bills_id_idx ON bills (id);

CREATE TABLE bill_lines (
  merchant_id text COLLATE "C" NOT NULL,
  bill_id text COLLATE "C" NOT NULL,
  -- A category of payment methods, what belongs to none, or all of them: the total.
  payment_category text COLLATE "C" NOT NULL,
  order_count integer NOT NULL,
  gross_amount numeric(19, 0) NOT NULL,
  transaction_fee numeric(19, 0) NOT NULL,
  gateway_fee numeric(19, 0) NOT NULL,
  refund_count integer NOT NULL,
  refund_amount numeric(19, 0) NOT NULL,
  refund_handling_fee numeric(19, 0) NOT NULL,
  dispute_count integer NOT NULL,
  dispute_amount numeric(19, 0) NOT NULL,
  dispute_penalty numeric(19, 0) NOT NULL,
  refusal_to_pay_penalty numeric(19, 0) NOT NULL,
  tax_amount numeric(19, 0) NOT NULL,
  adjustment_amount numeric(19, 0) NOT NULL,
  net_amount numeric(19, 0) NOT NULL,
  gateway_cost_amount numeric(19, 0) NOT NULL,
  margin_amount numeric(19, 0) NOT NULL,
  CONSTRAINT bill_lines_pk PRIMARY KEY (merchant_id, bill_id, payment_category),
  CONSTRAINT bill_lines_category_known CHECK (
    payment_category IN ('all', 'card', 'wallet', 'bank_transfer', 'bank_debit', 'voucher', 'bnpl', 'local', 'other')
  ),
  CONSTRAINT bill_lines_sums CHECK (
    net_amount = gross_amount - transaction_fee - gateway_fee - refund_amount - refund_handling_fee - dispute_amount
      - dispute_penalty - refusal_to_pay_penalty - tax_amount + adjustment_amount
  )
);

-- The lines of a batch; nothing is written to it by a payment, whose lines are in none.
CREATE INDEX settlement_lines_batch_idx ON settlement_lines (merchant_id, batch_id) WHERE batch_id IS NOT NULL;

-- stage: constraints
ALTER TABLE settlement_batches
  ADD CONSTRAINT settlement_batches_journal_fk FOREIGN KEY (merchant_id, journal_id)
    REFERENCES ledger_journals (merchant_id, id);

CREATE INDEX settlement_batches_journal_idx ON settlement_batches (merchant_id, journal_id) WHERE journal_id IS NOT NULL;

ALTER TABLE settlement_lines
  ADD CONSTRAINT settlement_lines_batch_fk FOREIGN KEY (merchant_id, batch_id)
    REFERENCES settlement_batches (merchant_id, id);

ALTER TABLE bills
  ADD CONSTRAINT bills_batch_fk FOREIGN KEY (merchant_id, batch_id) REFERENCES settlement_batches (merchant_id, id);

ALTER TABLE bill_lines
  ADD CONSTRAINT bill_lines_bill_fk FOREIGN KEY (merchant_id, bill_id) REFERENCES bills (merchant_id, id);
