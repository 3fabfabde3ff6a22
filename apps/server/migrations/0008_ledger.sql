-- The double entry behind every number: journals and their postings, which are only ever added, and the balances that
-- are their sums. All of it belongs to one merchant, the platform's own accounts included.

-- stage: tables
-- One book of a merchant. Whoever posts locks this row, so that journals are numbered without gaps in the order in which
-- they become visible, and no two posts of a merchant can wait for each other.
CREATE TABLE ledger_books (
  merchant_id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  -- The number and the time of the newest journal; times never run backwards within a book.
  seq bigint NOT NULL,
  posted_at timestamptz(3) NOT NULL,
  -- How far the chain of seals has come.
  sealed_seq bigint NOT NULL DEFAULT 0,
  CONSTRAINT ledger_books_pk PRIMARY KEY (merchant_id, book),
  CONSTRAINT ledger_books_book_known CHECK (book IN ('live', 'test')),
  CONSTRAINT ledger_books_seq_counted CHECK (seq >= 0 AND sealed_seq >= 0)
);

CREATE INDEX ledger_books_unsealed_idx ON ledger_books (merchant_id) WHERE sealed_seq < seq;

CREATE TABLE ledger_journals (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  seq bigint NOT NULL,
  event text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL DEFAULT '',
  idempotency_key text COLLATE "C" NOT NULL,
  order_id text COLLATE "C",
  effective_date date NOT NULL,
  posted_at timestamptz(3) NOT NULL,
  description text NOT NULL,
  operator_id text,
  reversal_of text COLLATE "C",
  CONSTRAINT ledger_journals_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT ledger_journals_seq_positive CHECK (seq > 0)
);

-- Replaying an event posts nothing.
CREATE UNIQUE INDEX ledger_journals_key_unique ON ledger_journals (merchant_id, book, idempotency_key);

CREATE UNIQUE INDEX ledger_journals_seq_unique ON ledger_journals (merchant_id, book, seq);

-- A journal is undone at most once.
CREATE UNIQUE INDEX ledger_journals_reversal_unique ON ledger_journals (merchant_id, reversal_of) WHERE reversal_of IS NOT NULL;

CREATE INDEX ledger_journals_order_idx ON ledger_journals (merchant_id, order_id) WHERE order_id IS NOT NULL;

CREATE INDEX ledger_journals_time_idx ON ledger_journals (book, posted_at DESC, id DESC);

CREATE INDEX ledger_journals_merchant_time_idx ON ledger_journals (merchant_id, book, posted_at);

-- An amount from the credited account to the debited one, so that no set of postings can be out of balance, with what
-- each account held after it, so that a balance at any time is one look into an index.
CREATE TABLE ledger_postings (
  merchant_id text COLLATE "C" NOT NULL,
  journal_id text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  book text NOT NULL,
  seq bigint NOT NULL,
  debit_account text COLLATE "C" NOT NULL,
  credit_account text COLLATE "C" NOT NULL,
  -- Minor units of the currency; numeric, because the driver reads it as text whatever its size.
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  debit_after numeric(19, 0) NOT NULL,
  credit_after numeric(19, 0) NOT NULL,
  CONSTRAINT ledger_postings_pk PRIMARY KEY (merchant_id, journal_id, line),
  CONSTRAINT ledger_postings_amount_positive CHECK (amount > 0),
  CONSTRAINT ledger_postings_accounts_differ CHECK (debit_account <> credit_account),
  CONSTRAINT ledger_postings_line_positive CHECK (line > 0)
);

CREATE INDEX ledger_postings_debit_idx ON ledger_postings (merchant_id, book, debit_account, seq, line);

CREATE INDEX ledger_postings_credit_idx ON ledger_postings (merchant_id, book, credit_account, seq, line);

CREATE TABLE ledger_balances (
  merchant_id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  account text COLLATE "C" NOT NULL,
  -- The bucket of a merchant's account, or what a platform account holds.
  kind text NOT NULL,
  currency text NOT NULL,
  amount numeric(19, 0) NOT NULL,
  last_journal_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT ledger_balances_pk PRIMARY KEY (merchant_id, book, account),
  CONSTRAINT ledger_balances_held_not_negative CHECK (kind NOT IN ('reserve', 'frozen', 'in_transit') OR amount >= 0)
);

CREATE INDEX ledger_balances_kind_idx ON ledger_balances (book, kind, merchant_id, currency);

-- What the frozen bucket is made of: the record each part was frozen for, and how much of it still is.
CREATE TABLE ledger_holds (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  currency text NOT NULL,
  event text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  amount numeric(19, 0) NOT NULL,
  remaining numeric(19, 0) NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  operator_id text,
  -- A hold with an end is released by itself.
  expires_at timestamptz(3),
  released_at timestamptz(3),
  CONSTRAINT ledger_holds_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT ledger_holds_remaining_within CHECK (remaining >= 0 AND remaining <= amount)
);

CREATE UNIQUE INDEX ledger_holds_event_unique ON ledger_holds (merchant_id, book, event_id, currency);

CREATE INDEX ledger_holds_expiry_idx ON ledger_holds (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;

-- The chain over the journals of a book: each link holds the hash of the one before, so that nothing can be altered or
-- taken out unnoticed.
CREATE TABLE ledger_seals (
  merchant_id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  seq bigint NOT NULL,
  journal_id text COLLATE "C" NOT NULL,
  prev_hash text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_seals_pk PRIMARY KEY (merchant_id, book, seq)
);

-- Months in which nothing more may be dated.
CREATE TABLE ledger_periods (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  month text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'closed',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT ledger_periods_pk PRIMARY KEY (id),
  CONSTRAINT ledger_periods_month_shape CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  CONSTRAINT ledger_periods_status_known CHECK (status IN ('open', 'closed'))
);

CREATE UNIQUE INDEX ledger_periods_month_unique ON ledger_periods (tenant_id, month);

-- A correction of a merchant's balance by hand: one person asks for it, another books it.
CREATE TABLE ledger_adjustments (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  currency text NOT NULL,
  -- Signed: positive is in the merchant's favour.
  amount numeric(19, 0) NOT NULL,
  reason text NOT NULL,
  evidence text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  journal_id text COLLATE "C",
  decide_user_id bigint,
  decide_user_name text,
  decide_time timestamptz(3),
  decide_reason text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT ledger_adjustments_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT ledger_adjustments_amount_some CHECK (amount <> 0),
  CONSTRAINT ledger_adjustments_status_known CHECK (status IN ('pending', 'booked', 'rejected')),
  CONSTRAINT ledger_adjustments_booked_whole CHECK ((status = 'booked') = (journal_id IS NOT NULL)),
  CONSTRAINT ledger_adjustments_two_people CHECK (
    decide_user_id IS NULL OR create_user_id IS NULL OR decide_user_id <> create_user_id
  )
);

CREATE INDEX ledger_adjustments_time_idx ON ledger_adjustments (book, create_time DESC, id DESC);

CREATE INDEX ledger_adjustments_pending_idx ON ledger_adjustments (merchant_id, book) WHERE status = 'pending';

-- What a look over the whole book found, newest last; a mismatch is reported and never mended by itself.
CREATE TABLE ledger_verifications (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  started_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  books integer NOT NULL DEFAULT 0,
  journals bigint NOT NULL DEFAULT 0,
  postings bigint NOT NULL DEFAULT 0,
  seals bigint NOT NULL DEFAULT 0,
  violation_count integer NOT NULL DEFAULT 0,
  -- The first of them, each with its law, merchant, book and place.
  violations jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT ledger_verifications_pk PRIMARY KEY (id),
  CONSTRAINT ledger_verifications_status_known CHECK (status IN ('waiting', 'running', 'passed', 'failed', 'broken'))
);

CREATE INDEX ledger_verifications_time_idx ON ledger_verifications (tenant_id, created_at DESC, id DESC);

-- stage: constraints
ALTER TABLE ledger_books ADD CONSTRAINT ledger_books_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE ledger_journals
  ADD CONSTRAINT ledger_journals_book_fk FOREIGN KEY (merchant_id, book) REFERENCES ledger_books (merchant_id, book);

ALTER TABLE ledger_postings
  ADD CONSTRAINT ledger_postings_journal_fk FOREIGN KEY (merchant_id, journal_id) REFERENCES ledger_journals (merchant_id, id);

ALTER TABLE ledger_adjustments ADD CONSTRAINT ledger_adjustments_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
