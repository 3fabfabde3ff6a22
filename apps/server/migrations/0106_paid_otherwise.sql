-- What a provider paid otherwise than it was asked to, and by whom the difference is borne.

-- stage: tables
ALTER TABLE payouts
  -- Null where it paid what it was asked to.
  ADD COLUMN paid_amount numeric(19, 0),
  ADD COLUMN paid_currency text,
  ADD COLUMN difference_cause text COLLATE "C",
  ADD COLUMN difference_note text,
  ADD COLUMN difference_user_name text,
  ADD COLUMN difference_time timestamptz(3);

-- stage: constraints
ALTER TABLE payouts
  ADD CONSTRAINT payouts_paid_otherwise CHECK (
    (paid_amount IS NULL) = (paid_currency IS NULL)
    AND (paid_amount IS NULL OR (paid_amount > 0 AND (paid_amount, paid_currency) <> (amount, currency)))
  ),
  ADD CONSTRAINT payouts_difference_known CHECK (difference_cause IN ('provider', 'merchant', 'house')),
  ADD CONSTRAINT payouts_difference_resolved CHECK (difference_cause IS NULL OR paid_amount IS NOT NULL);
