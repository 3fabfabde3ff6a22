-- A batch that waits on hold is no fault, and the period of one that was made void is told by a bill that counts.

-- stage: tables
ALTER TABLE settlement_batches
  -- Of a batch that is void after later ones were closed: the batch whose bill tells what moved in its period.
  ADD COLUMN covered_by text COLLATE "C";

CREATE INDEX settlement_batches_covered_idx ON settlement_batches (merchant_id, covered_by) WHERE covered_by IS NOT NULL;

-- stage: constraints
ALTER TABLE settlement_batches DROP CONSTRAINT settlement_batches_block_known;

ALTER TABLE settlement_batches
  ADD CONSTRAINT settlement_batches_block_known CHECK (
    blocked_by IN ('no_terms', 'lines_changed', 'altered', 'bill_questioned', 'period_closed', 'on_hold', 'failed')
  ),
  ADD CONSTRAINT settlement_batches_covered_void CHECK (covered_by IS NULL OR status = 'void');
