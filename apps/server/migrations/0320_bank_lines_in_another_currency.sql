-- A line by which one account of ours paid, in its own currency, a transfer that is booked at another one in another currency.

-- stage: tables
ALTER TABLE bank_lines
  -- The currency of our record; null where it is that of the line.
  ADD COLUMN foreign_currency text,
  -- What the bank says was ordered, with the sign of the line; null where it says nothing else than the line.
  ADD COLUMN told_currency text,
  ADD COLUMN told_amount numeric(19, 0),
  -- The mid rate by which it was booked: units of the line's currency for one of the record's.
  ADD COLUMN exchange_rate text COLLATE "C",
  -- The difference to that rate: more than none for a loss.
  ADD COLUMN exchange_amount numeric(19, 0);

-- Lines for which a gain or loss was booked.
CREATE INDEX bank_lines_exchanged_idx ON bank_lines (merchant_id, mode) WHERE exchange_amount <> 0;

-- stage: constraints
ALTER TABLE bank_lines
  DROP CONSTRAINT bank_lines_match_known,
  DROP CONSTRAINT bank_lines_resolution_known;

ALTER TABLE bank_lines
  ADD CONSTRAINT bank_lines_match_known CHECK (
    match_status IN ('matched', 'manual', 'combined', 'unbooked', 'returned', 'proposed', 'exchanged', 'amount_mismatch',
      'status_mismatch', 'duplicate', 'charge', 'unknown_credit', 'unknown_debit')
  ),
  ADD CONSTRAINT bank_lines_resolution_known CHECK (
    resolution IN ('confirmed', 'paid', 'paid_late', 'returned', 'received', 'exchanged', 'charge', 'loss', 'suspense',
      'reopened')
  ),
  ADD CONSTRAINT bank_lines_told CHECK ((told_amount IS NULL) = (told_currency IS NULL)),
  ADD CONSTRAINT bank_lines_exchanged CHECK (
    (exchange_amount IS NULL) = (exchange_rate IS NULL) AND (exchange_rate IS NULL OR foreign_currency IS NOT NULL)
  );
