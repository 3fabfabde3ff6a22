-- Reserves and deposits: one row for each hold with its own release date, and what happened to it. Balances below nothing:
-- one row for each time, by which what follows is counted.

-- stage: tables
CREATE TABLE mer_deposits (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  deposit_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  type text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  settlement_batch_id text COLLATE "C",
  settlement_batch_no text COLLATE "C",
  ratio integer,
  -- The bank account of ours into which it was paid.
  bank_account text COLLATE "C",
  reason text,
  amount numeric(19, 0) NOT NULL,
  released_amount numeric(19, 0) NOT NULL DEFAULT 0,
  used_amount numeric(19, 0) NOT NULL DEFAULT 0,
  remain_amount numeric(19, 0) NOT NULL,
  hold_days integer,
  hold_date date NOT NULL,
  release_date date,
  status text COLLATE "C" NOT NULL,
  freeze_reason text,
  create_time timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT mer_deposits_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT mer_deposits_no_unique UNIQUE (merchant_id, deposit_no),
  CONSTRAINT mer_deposits_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT mer_deposits_type_known CHECK (type IN ('fixed', 'rolling')),
  CONSTRAINT mer_deposits_source_known CHECK (source IN ('settlement_withheld', 'merchant_topup', 'balance_transfer')),
  CONSTRAINT mer_deposits_status_known CHECK (
    status IN ('held', 'partially_released', 'released', 'used', 'frozen')
  ),
  CONSTRAINT mer_deposits_amount_positive CHECK (amount > 0),
  CONSTRAINT mer_deposits_sums CHECK (
    released_amount >= 0 AND used_amount >= 0 AND remain_amount >= 0
    AND remain_amount = amount - released_amount - used_amount
  ),
  CONSTRAINT mer_deposits_ended CHECK ((remain_amount = 0) = (status IN ('released', 'used'))),
  CONSTRAINT mer_deposits_frozen_why CHECK ((status = 'frozen') = (freeze_reason IS NOT NULL)),
  CONSTRAINT mer_deposits_whole_held CHECK (status <> 'held' OR remain_amount = amount),
  CONSTRAINT mer_deposits_batch CHECK (
    (type = 'rolling') = (source = 'settlement_withheld')
    AND (type = 'rolling') = (settlement_batch_id IS NOT NULL AND settlement_batch_no IS NOT NULL AND ratio IS NOT NULL)
  ),
  CONSTRAINT mer_deposits_bank CHECK ((source = 'merchant_topup') = (bank_account IS NOT NULL)),
  CONSTRAINT mer_deposits_dates CHECK (release_date >= hold_date)
) WITH (fillfactor = 80);

-- One hold for a batch.
CREATE UNIQUE INDEX mer_deposits_batch_unique ON mer_deposits (merchant_id, settlement_batch_id)
  WHERE settlement_batch_id IS NOT NULL;

CREATE INDEX mer_deposits_release_idx ON mer_deposits (mode, release_date, id);

CREATE INDEX mer_deposits_merchant_release_idx ON mer_deposits (merchant_id, mode, release_date, id);

-- What is due, and what a loss is covered from, among everything that was ever held.
CREATE INDEX mer_deposits_due_idx ON mer_deposits (release_date) WHERE status IN ('held', 'partially_released');

CREATE INDEX mer_deposits_open_idx ON mer_deposits (merchant_id, mode, currency, hold_date, id) WHERE remain_amount > 0;

-- What an operator finds one by without knowing the merchant.
CREATE INDEX mer_deposits_id_idx ON mer_deposits (id);

CREATE INDEX mer_deposits_no_idx ON mer_deposits (deposit_no);

CREATE INDEX mer_deposits_batch_no_idx ON mer_deposits (settlement_batch_no) WHERE settlement_batch_no IS NOT NULL;

CREATE TABLE mer_deposit_moves (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  deposit_id text COLLATE "C" NOT NULL,
  -- The version of the hold that it led to.
  seq integer NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  amount numeric(19, 0),
  from_date date,
  to_date date,
  journal_id text COLLATE "C",
  reason text,
  operator_id bigint,
  operator_name text,
  time timestamptz(3) NOT NULL,
  CONSTRAINT mer_deposit_moves_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT mer_deposit_moves_seq_unique UNIQUE (merchant_id, deposit_id, seq),
  CONSTRAINT mer_deposit_moves_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT mer_deposit_moves_kind_known CHECK (
    kind IN ('held', 'released', 'used', 'frozen', 'unfrozen', 'extended')
  ),
  CONSTRAINT mer_deposit_moves_amount_positive CHECK (amount > 0),
  CONSTRAINT mer_deposit_moves_booked CHECK (
    (kind IN ('held', 'released', 'used')) = (amount IS NOT NULL AND journal_id IS NOT NULL)
  ),
  CONSTRAINT mer_deposit_moves_dated CHECK ((kind = 'extended') = (to_date IS NOT NULL))
);

CREATE INDEX mer_deposit_moves_time_idx ON mer_deposit_moves (tenant_id, mode, time DESC, id DESC);

CREATE INDEX mer_deposit_moves_merchant_time_idx ON mer_deposit_moves (merchant_id, mode, time DESC, id DESC);

CREATE TABLE negative_balances (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  since timestamptz(3) NOT NULL,
  written_off_amount numeric(19, 0),
  ended_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT negative_balances_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT negative_balances_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT negative_balances_written_off CHECK (
    written_off_amount IS NULL OR (written_off_amount > 0 AND ended_time IS NOT NULL)
  )
);

-- A balance falls below nothing once at a time.
CREATE UNIQUE INDEX negative_balances_open_unique ON negative_balances (merchant_id, mode, currency)
  WHERE ended_time IS NULL;

CREATE INDEX negative_balances_since_idx ON negative_balances (since) WHERE ended_time IS NULL;

CREATE INDEX negative_balances_id_idx ON negative_balances (id);

CREATE INDEX ledger_balances_negative_idx ON ledger_balances (merchant_id, book, currency)
  WHERE kind = 'available' AND amount < 0;

-- stage: constraints
ALTER TABLE mer_deposits
  ADD CONSTRAINT mer_deposits_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE mer_deposit_moves
  ADD CONSTRAINT mer_deposit_moves_deposit_fk FOREIGN KEY (merchant_id, deposit_id)
  REFERENCES mer_deposits (merchant_id, id);

ALTER TABLE negative_balances
  ADD CONSTRAINT negative_balances_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
