-- Statements of our bank accounts, line by line against transfers to merchants and against what gateways paid. They are the
-- operator's, and stand under the house of its tenant, whose book takes charges and what nobody can explain.

-- stage: tables
CREATE TABLE bank_statements (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  statement_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  payout_account_id text COLLATE "C" NOT NULL,
  -- The bank's own number; empty where it has none.
  bank_no text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  file_hash text COLLATE "C" NOT NULL,
  -- Which statement of its file it is, from 1.
  file_part integer NOT NULL,
  source text COLLATE "C" NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL,
  currency text NOT NULL,
  line_count integer NOT NULL,
  opening_amount numeric(19, 0) NOT NULL,
  credit_amount numeric(19, 0) NOT NULL,
  debit_amount numeric(19, 0) NOT NULL,
  closing_amount numeric(19, 0) NOT NULL,
  -- How the columns of a table were read; the next table of the account is read so.
  mapping jsonb,
  -- Reckoned from the lines whenever one of them changes.
  open_count integer NOT NULL DEFAULT 0,
  open_amount numeric(19, 0) NOT NULL DEFAULT 0,
  open_since timestamptz(3),
  status text COLLATE "C" NOT NULL,
  seal text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT bank_statements_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT bank_statements_no_unique UNIQUE (merchant_id, statement_no),
  CONSTRAINT bank_statements_file_unique UNIQUE (merchant_id, payout_account_id, file_hash, file_part),
  CONSTRAINT bank_statements_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT bank_statements_format_known CHECK (format IN ('camt053', 'mt940', 'csv')),
  CONSTRAINT bank_statements_source_known CHECK (source IN ('upload', 'connector')),
  CONSTRAINT bank_statements_status_known CHECK (status IN ('imported', 'exceptions', 'balanced')),
  CONSTRAINT bank_statements_tied CHECK (closing_amount = opening_amount + credit_amount - debit_amount),
  CONSTRAINT bank_statements_days CHECK (from_date <= to_date),
  CONSTRAINT bank_statements_balanced CHECK (status <> 'balanced' OR open_count = 0)
) WITH (fillfactor = 80);

-- A number of the bank is one statement for a day, whatever file it comes in.
CREATE UNIQUE INDEX bank_statements_bank_no_unique
  ON bank_statements (merchant_id, payout_account_id, bank_no, to_date) WHERE bank_no <> '';

CREATE INDEX bank_statements_date_idx ON bank_statements (tenant_id, mode, to_date DESC, id DESC);

CREATE INDEX bank_statements_open_idx ON bank_statements (tenant_id, mode, id) WHERE status <> 'balanced';

CREATE INDEX bank_statements_id_idx ON bank_statements (id);

CREATE INDEX bank_statements_statement_no_idx ON bank_statements (statement_no);

CREATE TABLE bank_lines (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  statement_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  payout_account_id text COLLATE "C" NOT NULL,
  line_no integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  booking_date date NOT NULL,
  value_date date NOT NULL,
  currency text NOT NULL,
  -- More than none came in, less went out.
  amount numeric(19, 0) NOT NULL,
  bank_code text COLLATE "C" NOT NULL,
  bank_ref text COLLATE "C" NOT NULL,
  end_to_end_id text COLLATE "C" NOT NULL,
  party_name text NOT NULL,
  -- The last characters of the other account's number.
  party_account text COLLATE "C" NOT NULL,
  remittance text NOT NULL,
  our_merchant_id text COLLATE "C",
  our_ref_type text COLLATE "C",
  our_ref_id text COLLATE "C",
  our_ref_no text COLLATE "C",
  our_source_id text COLLATE "C",
  our_source_no text COLLATE "C",
  our_amount numeric(19, 0),
  our_date date,
  match_status text COLLATE "C",
  -- What of the line is not in our books.
  difference numeric(19, 0) NOT NULL DEFAULT 0,
  -- What of it was booked in the book of the house: as a charge, as a loss, and what stands in suspense.
  charge_amount numeric(19, 0) NOT NULL DEFAULT 0,
  loss_amount numeric(19, 0) NOT NULL DEFAULT 0,
  suspense_amount numeric(19, 0) NOT NULL DEFAULT 0,
  status text COLLATE "C" NOT NULL,
  resolution text COLLATE "C",
  remark text,
  resolve_user_id bigint,
  resolve_user_name text,
  resolve_time timestamptz(3),
  since timestamptz(3) NOT NULL,
  create_time timestamptz(3) NOT NULL,
  seal text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_lines_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT bank_lines_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT bank_lines_type_known CHECK (type IN ('transfer', 'return', 'charge')),
  CONSTRAINT bank_lines_amount CHECK (amount <> 0),
  CONSTRAINT bank_lines_ref_known CHECK (our_ref_type IN ('payout', 'payout_return', 'recon')),
  CONSTRAINT bank_lines_match_known CHECK (
    match_status IN ('matched', 'manual', 'unbooked', 'returned', 'proposed', 'amount_mismatch', 'status_mismatch',
      'duplicate', 'charge', 'unknown_credit', 'unknown_debit')
  ),
  CONSTRAINT bank_lines_status_known CHECK (status IN ('new', 'matched', 'open', 'suspended', 'resolved')),
  CONSTRAINT bank_lines_resolution_known CHECK (
    resolution IN ('confirmed', 'paid', 'returned', 'received', 'charge', 'loss', 'suspense', 'reopened')
  ),
  CONSTRAINT bank_lines_judged CHECK ((status = 'new') = (match_status IS NULL)),
  CONSTRAINT bank_lines_suspended CHECK ((status = 'suspended') = (suspense_amount <> 0)),
  CONSTRAINT bank_lines_resolved CHECK (
    status NOT IN ('suspended', 'resolved') OR (resolution IS NOT NULL AND resolve_time IS NOT NULL)
  )
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX bank_lines_line_unique ON bank_lines (merchant_id, statement_id, line_no);

-- A transfer leaves once, and comes back once; what a gateway pays may come in parts.
CREATE UNIQUE INDEX bank_lines_ours_unique ON bank_lines (merchant_id, our_merchant_id, our_ref_type, our_ref_id)
  WHERE our_ref_id IS NOT NULL AND our_ref_type <> 'recon' AND match_status NOT IN ('duplicate', 'proposed');

CREATE INDEX bank_lines_our_ref_idx ON bank_lines (our_ref_id) WHERE our_ref_id IS NOT NULL;

CREATE INDEX bank_lines_statement_idx ON bank_lines (merchant_id, statement_id, status);

-- The same movement in another statement.
CREATE INDEX bank_lines_moved_idx ON bank_lines (merchant_id, payout_account_id, booking_date, amount);

CREATE INDEX bank_lines_open_idx ON bank_lines (tenant_id, mode, since, id) WHERE status IN ('open', 'suspended');

CREATE INDEX bank_lines_date_idx ON bank_lines (tenant_id, mode, booking_date DESC, id DESC);

CREATE INDEX bank_lines_end_to_end_idx ON bank_lines (payout_account_id, end_to_end_id) WHERE end_to_end_id <> '';

CREATE INDEX bank_lines_id_idx ON bank_lines (id);

-- Lines for which something was booked.
CREATE INDEX bank_lines_booked_idx ON bank_lines (merchant_id, mode)
  WHERE charge_amount <> 0 OR loss_amount <> 0 OR suspense_amount <> 0;

-- Transfers from an account by what they come to, for the lines of its statements.
DROP INDEX payouts_funding_account_idx;

CREATE INDEX payouts_funding_account_idx ON payouts (funding_account_id, amount);

CREATE INDEX payouts_source_no_idx ON payouts (source_no);

-- stage: constraints
ALTER TABLE bank_statements
  ADD CONSTRAINT bank_statements_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  ADD CONSTRAINT bank_statements_account_fk FOREIGN KEY (payout_account_id) REFERENCES payout_accounts (id);

CREATE INDEX bank_statements_account_idx ON bank_statements (payout_account_id, to_date DESC);

ALTER TABLE bank_lines
  ADD CONSTRAINT bank_lines_statement_fk FOREIGN KEY (merchant_id, statement_id)
    REFERENCES bank_statements (merchant_id, id);
