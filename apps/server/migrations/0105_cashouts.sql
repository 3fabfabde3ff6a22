-- Money out: the accounts it is sent to and from, withdrawals, and the payouts that carry them out.

-- stage: tables
CREATE TABLE payout_accounts (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  -- Whose account it is; ours, from which is paid, without one.
  merchant_id text COLLATE "C",
  kind text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  holder_type text COLLATE "C" NOT NULL,
  holder_name text NOT NULL,
  -- How like the merchant's legal name the holder's is, in hundredths.
  name_match integer,
  currency text NOT NULL,
  country text NOT NULL,
  bank_name text NOT NULL,
  swift text COLLATE "C",
  routing_no text COLLATE "C",
  branch text,
  number_kind text COLLATE "C" NOT NULL,
  -- Sealed with the installation's key; the text opens in this row alone.
  number_sealed text COLLATE "C" NOT NULL,
  last4 text COLLATE "C" NOT NULL,
  -- The gateway account that pays out of an account of ours; a bank by hand without one.
  gateway_account_id text COLLATE "C",
  is_default boolean NOT NULL DEFAULT false,
  status text COLLATE "C" NOT NULL DEFAULT 'enabled',
  verify_status text COLLATE "C" NOT NULL DEFAULT 'pending',
  verify_user_id bigint,
  verify_user_name text,
  verify_time timestamptz(3),
  verify_evidence text,
  -- Who changed last where the money goes, and when: it rests for a day since.
  last_change_time timestamptz(3) NOT NULL,
  last_change_user_id bigint,
  seal text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT payout_accounts_pk PRIMARY KEY (id),
  CONSTRAINT payout_accounts_kind_known CHECK (kind IN ('beneficiary', 'funding')),
  CONSTRAINT payout_accounts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT payout_accounts_holder_known CHECK (holder_type IN ('company', 'individual')),
  CONSTRAINT payout_accounts_number_known CHECK (number_kind IN ('iban', 'account_no')),
  CONSTRAINT payout_accounts_status_known CHECK (status IN ('enabled', 'disabled')),
  CONSTRAINT payout_accounts_verify_known CHECK (verify_status IN ('unverified', 'pending', 'verified', 'failed')),
  CONSTRAINT payout_accounts_owned CHECK ((kind = 'beneficiary') = (merchant_id IS NOT NULL)),
  CONSTRAINT payout_accounts_paid_from CHECK (kind = 'funding' OR gateway_account_id IS NULL),
  CONSTRAINT payout_accounts_match_within CHECK (name_match BETWEEN 0 AND 100)
);

CREATE INDEX payout_accounts_merchant_idx ON payout_accounts (merchant_id, mode, create_time DESC, id DESC);

CREATE INDEX payout_accounts_time_idx ON payout_accounts (tenant_id, mode, create_time DESC, id DESC);

CREATE INDEX payout_accounts_gateway_account_idx ON payout_accounts (gateway_account_id);

-- One of each currency that is offered, or paid from, first.
CREATE UNIQUE INDEX payout_accounts_default_unique
  ON payout_accounts (tenant_id, mode, currency, coalesce(merchant_id, '')) WHERE is_default;

CREATE INDEX payout_accounts_waiting_idx ON payout_accounts (mode, last_change_time) WHERE verify_status = 'pending';

CREATE TABLE cashouts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  cashout_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  -- As asked for; what leaves the balance, with the fee on top where it is; what is sent, without the fee.
  amount numeric(19, 0) NOT NULL,
  fee_mode text COLLATE "C" NOT NULL,
  fee_amount numeric(19, 0) NOT NULL,
  debited_amount numeric(19, 0) NOT NULL,
  sent_amount numeric(19, 0) NOT NULL,
  terms_id text COLLATE "C" NOT NULL,
  payout_account_id text COLLATE "C" NOT NULL,
  account_label text NOT NULL,
  -- What its holder is paid, and the same at the mid rate; as the merchant saw it, besides.
  target_currency text NOT NULL,
  target_amount numeric(19, 0) NOT NULL,
  mid_amount numeric(19, 0) NOT NULL,
  asked_target_amount numeric(19, 0) NOT NULL,
  fx_mid text,
  fx_markup integer,
  fx_rate text,
  quote_id text COLLATE "C",
  quote_expire_time timestamptz(3),
  status text COLLATE "C" NOT NULL,
  return_cause text COLLATE "C",
  risk_flags jsonb NOT NULL DEFAULT '[]',
  -- What the merchant held in the currency once it had asked, by bucket.
  "position" jsonb NOT NULL,
  approvals_needed integer NOT NULL,
  approvals jsonb NOT NULL DEFAULT '[]',
  apply_user_id bigint,
  apply_user_name text,
  apply_time timestamptz(3) NOT NULL,
  remark text,
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
  event_seq integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT cashouts_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT cashouts_no_unique UNIQUE (merchant_id, cashout_no),
  CONSTRAINT cashouts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT cashouts_fee_mode_known CHECK (fee_mode IN ('inside', 'on_top')),
  CONSTRAINT cashouts_status_known CHECK (
    status IN ('applied', 'approving', 'approved', 'rejected', 'processing', 'paid', 'failed', 'returned', 'canceled')
  ),
  CONSTRAINT cashouts_return_cause_known CHECK (return_cause IN ('position_short', 'rate_worse')),
  CONSTRAINT cashouts_failure_known CHECK (
    failure_code IN ('account_closed', 'account_invalid', 'provider_balance', 'not_processed', 'declined',
      'returned_by_bank', 'given_up')
  ),
  CONSTRAINT cashouts_amounts_sound CHECK (
    amount > 0 AND fee_amount >= 0 AND sent_amount > 0 AND debited_amount = sent_amount + fee_amount
    AND amount IN (debited_amount, sent_amount) AND target_amount > 0
  ),
  CONSTRAINT cashouts_unconverted_same CHECK (
    currency <> target_currency OR (target_amount = sent_amount AND mid_amount = sent_amount AND fx_rate IS NULL)
  ),
  CONSTRAINT cashouts_approvals_needed CHECK (approvals_needed BETWEEN 0 AND 2),
  CONSTRAINT cashouts_failed_why CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT cashouts_returned_how_much CHECK ((status = 'returned') = (returned_amount IS NOT NULL)),
  CONSTRAINT cashouts_end_dated CHECK (
    (status IN ('rejected', 'paid', 'failed', 'returned', 'canceled')) = (finished_time IS NOT NULL)
  )
) WITH (fillfactor = 80);

CREATE INDEX cashouts_merchant_time_idx ON cashouts (merchant_id, mode, apply_time DESC, id DESC);

CREATE INDEX cashouts_time_idx ON cashouts (mode, apply_time DESC, id DESC);

-- What waits for somebody among everything that was ever withdrawn.
CREATE INDEX cashouts_open_idx ON cashouts (mode, status, apply_time DESC, id DESC)
  WHERE status IN ('applied', 'approving', 'approved', 'processing');

CREATE INDEX cashouts_account_idx ON cashouts (payout_account_id);

CREATE INDEX cashouts_funding_account_idx ON cashouts (funding_account_id);

CREATE INDEX cashouts_id_idx ON cashouts (id);

CREATE INDEX cashouts_no_idx ON cashouts (cashout_no);

-- One transfer each. What it carries out is named by its kind and id.
CREATE TABLE payouts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  payout_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  source_type text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  source_no text COLLATE "C" NOT NULL,
  funding_account_id text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C",
  currency text NOT NULL,
  amount numeric(19, 0) NOT NULL,
  -- The account as it was when this was made, sealed with the installation's key for this row.
  beneficiary text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  provider_reference text COLLATE "C",
  failure_code text COLLATE "C",
  failure_message text,
  -- How often it was sent, and whether nobody knows if the last send arrived.
  attempts integer NOT NULL DEFAULT 0,
  is_doubted boolean NOT NULL DEFAULT false,
  query_count integer NOT NULL DEFAULT 0,
  -- How often in a row the provider said that it does not have it, and since when.
  not_found_count integer NOT NULL DEFAULT 0,
  not_found_since timestamptz(3),
  -- When it is sent, or asked about; none by hand, and none once its outcome is known.
  next_retry_time timestamptz(3),
  create_time timestamptz(3) NOT NULL,
  submit_time timestamptz(3),
  finished_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  seal text COLLATE "C",
  CONSTRAINT payouts_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT payouts_no_unique UNIQUE (merchant_id, payout_no),
  CONSTRAINT payouts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT payouts_source_known CHECK (source_type IN ('cashout')),
  CONSTRAINT payouts_status_known CHECK (status IN ('created', 'submitted', 'paid', 'failed', 'returned')),
  CONSTRAINT payouts_failure_known CHECK (
    failure_code IN ('account_closed', 'account_invalid', 'provider_balance', 'not_processed', 'declined',
      'returned_by_bank', 'given_up')
  ),
  CONSTRAINT payouts_amount_positive CHECK (amount > 0)
) WITH (fillfactor = 80);

-- Each is carried out once: what failed is asked for anew, under a number of its own.
CREATE UNIQUE INDEX payouts_source_unique ON payouts (merchant_id, source_type, source_id);

-- A provider's number belongs to one payout.
CREATE UNIQUE INDEX payouts_reference_unique ON payouts (merchant_id, gateway_account_id, provider_reference)
  WHERE provider_reference IS NOT NULL;

CREATE INDEX payouts_followed_idx ON payouts (next_retry_time) WHERE next_retry_time IS NOT NULL;

CREATE INDEX payouts_no_idx ON payouts (payout_no);

CREATE INDEX payouts_gateway_account_idx ON payouts (gateway_account_id, provider_reference);

CREATE INDEX payouts_funding_account_idx ON payouts (funding_account_id);

-- stage: constraints
ALTER TABLE payout_accounts
  ADD CONSTRAINT payout_accounts_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE payout_accounts
  ADD CONSTRAINT payout_accounts_gateway_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

ALTER TABLE cashouts
  ADD CONSTRAINT cashouts_account_fk FOREIGN KEY (payout_account_id) REFERENCES payout_accounts (id);

ALTER TABLE cashouts
  ADD CONSTRAINT cashouts_funding_account_fk FOREIGN KEY (funding_account_id) REFERENCES payout_accounts (id);

ALTER TABLE payouts
  ADD CONSTRAINT payouts_funding_account_fk FOREIGN KEY (funding_account_id) REFERENCES payout_accounts (id);
