-- A refund of which its gateway says that it went through, over nothing or in another currency: people say how it ended.

-- stage: tables
ALTER TABLE order_refunds
  ADD COLUMN told_amount numeric(19, 0),
  ADD COLUMN told_currency text COLLATE "C",
  -- What people said of it: null while nobody did.
  ADD COLUMN told_outcome text COLLATE "C",
  ADD COLUMN told_note text;

-- stage: constraints
ALTER TABLE order_refunds
  ADD CONSTRAINT order_refunds_told_whole CHECK (
    (told_amount IS NULL) = (told_currency IS NULL) AND told_amount >= 0
  ),
  ADD CONSTRAINT order_refunds_told_outcome_known CHECK (told_outcome IN ('given', 'not_given')),
  ADD CONSTRAINT order_refunds_told_outcome_of_told CHECK (told_outcome IS NULL OR told_currency IS NOT NULL);

-- Few among many: what somebody has to decide.
CREATE INDEX order_refunds_told_idx ON order_refunds (mode, refund_time DESC, id DESC)
  WHERE status = 'processing' AND told_currency IS NOT NULL;
