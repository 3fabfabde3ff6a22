-- What waits to be settled, line by line: what each journal moved in a merchant's pending bucket, and when it falls due.
-- Postings are only ever added; a line can be put into a batch, held back and settled. Holds say which bucket they were
-- taken from, so that what is released goes back there.

-- stage: tables
CREATE TABLE settlement_lines (
  merchant_id text COLLATE "C" NOT NULL,
  -- One line for a journal, and a journal for an event of a record: nothing can be settled twice.
  journal_id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  currency text NOT NULL,
  line_type text COLLATE "C" NOT NULL,
  -- The record that the event of the journal happened to, for instance a capture.
  source_id text COLLATE "C" NOT NULL,
  -- Signed minor units: positive is in the merchant's favour. What of it is tax on our fee is signed alike.
  amount numeric(19, 0) NOT NULL,
  tax_amount numeric(19, 0) NOT NULL,
  -- None until a capture without a price has one.
  due_date date,
  state text COLLATE "C" NOT NULL DEFAULT 'open',
  batch_id text COLLATE "C",
  -- Keeps the line out of every batch while it is set.
  hold_id text COLLATE "C",
  CONSTRAINT settlement_lines_pk PRIMARY KEY (merchant_id, journal_id),
  CONSTRAINT settlement_lines_book_known CHECK (book IN ('live', 'test')),
  CONSTRAINT settlement_lines_type_known CHECK (line_type IN ('capture', 'refund', 'fee', 'dispute', 'adjustment')),
  CONSTRAINT settlement_lines_amount_some CHECK (amount <> 0),
  CONSTRAINT settlement_lines_tax_within CHECK (abs(tax_amount) <= abs(amount) AND tax_amount * amount >= 0),
  CONSTRAINT settlement_lines_state_known CHECK (state IN ('open', 'batched', 'settled')),
  CONSTRAINT settlement_lines_batch_told CHECK ((state = 'open') = (batch_id IS NULL)),
  CONSTRAINT settlement_lines_batch_dated CHECK (state = 'open' OR due_date IS NOT NULL),
  CONSTRAINT settlement_lines_held_open CHECK (hold_id IS NULL OR state <> 'settled')
);

CREATE INDEX settlement_lines_due_idx ON settlement_lines (merchant_id, book, currency, due_date) WHERE state <> 'settled';

CREATE INDEX settlement_lines_hold_idx ON settlement_lines (merchant_id, hold_id) WHERE hold_id IS NOT NULL;

ALTER TABLE ledger_holds ADD COLUMN source_bucket text COLLATE "C";

-- stage: constraints
ALTER TABLE settlement_lines
  ADD CONSTRAINT settlement_lines_journal_fk FOREIGN KEY (merchant_id, journal_id) REFERENCES ledger_journals (merchant_id, id);

ALTER TABLE settlement_lines
  ADD CONSTRAINT settlement_lines_hold_fk FOREIGN KEY (merchant_id, hold_id) REFERENCES ledger_holds (merchant_id, id);

ALTER TABLE ledger_holds
  ADD CONSTRAINT ledger_holds_source_known CHECK (source_bucket IN ('pending', 'available', 'reserve'));

-- stage: seed
-- What was booked until now. Journals of before captures had records were booked under the attempt, whose number names
-- the capture that it became.
INSERT INTO settlement_lines (merchant_id, journal_id, book, currency, line_type, source_id, amount, tax_amount, due_date)
SELECT t.merchant_id, t.journal_id, t.book, t.currency,
       CASE WHEN t.event IN ('J01', 'J04') THEN 'capture'
            WHEN t.event IN ('J02', 'J03p', 'J12', 'J13', 'J29') THEN 'fee'
            WHEN t.event IN ('J10', 'J14', 'J15') THEN 'refund'
            WHEN t.event IN ('J20', 'J22') THEN 'dispute'
            ELSE 'adjustment' END,
       t.source_id, t.amount, t.tax_amount,
       CASE WHEN c.id IS NULL THEN t.effective_date ELSE c.due_date END
  FROM (
    SELECT j.merchant_id, j.id AS journal_id, j.book, p.currency, j.event, j.effective_date,
           coalesce(r.event_id, j.event_id) AS source_id,
           sum(p.effect) AS amount,
           coalesce(sum(p.effect) FILTER (WHERE p.counterpart LIKE 'plt:tax_payable:%'), 0) AS tax_amount
      FROM (
        SELECT merchant_id, journal_id, currency, amount AS effect, debit_account AS counterpart
          FROM ledger_postings WHERE credit_account LIKE 'mer:%:pending:%'
        UNION ALL
        SELECT merchant_id, journal_id, currency, -amount, credit_account
          FROM ledger_postings WHERE debit_account LIKE 'mer:%:pending:%') p
      JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
      LEFT JOIN ledger_journals r ON r.merchant_id = j.merchant_id AND r.id = j.reversal_of
     WHERE j.event NOT IN ('J30', 'J30n')
     GROUP BY j.merchant_id, j.id, j.book, p.currency, j.event, j.effective_date, 7
    HAVING sum(p.effect) <> 0) t
  LEFT JOIN captures c ON c.merchant_id = t.merchant_id AND c.id = regexp_replace(t.source_id, '^att_', 'cap_');

-- The bucket that the first posting of a hold came from. Only what is available was ever frozen by hand.
UPDATE ledger_holds h
   SET source_bucket = coalesce((
     SELECT split_part(p.debit_account, ':', 3)
       FROM ledger_journals j
       JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
      WHERE j.merchant_id = h.merchant_id AND j.book = h.book AND j.event_id = h.event_id
        AND p.debit_account LIKE 'mer:%' AND p.credit_account = 'mer:' || h.merchant_id || ':frozen:' || h.currency
      ORDER BY j.seq, p.line LIMIT 1), 'available');

ALTER TABLE ledger_holds ALTER COLUMN source_bucket SET NOT NULL;
