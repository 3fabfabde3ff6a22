-- A withdrawal counts for the day on which it is asked for again, and for that on which it leaves. What a file of refunds
-- asks for is what was looked at.

-- stage: tables
ALTER TABLE cashouts
  -- By whose day it counts towards the day's cap; when it was asked for, until it is asked for again or approved.
  ADD COLUMN counted_time timestamptz(3);

CREATE INDEX cashouts_counted_idx ON cashouts (merchant_id, mode, counted_time) WHERE counted_time IS NOT NULL;

-- SHA-256 of each of its moves, in their order; none of a hold that nobody moved since they are listed.
ALTER TABLE mer_deposits ADD COLUMN move_digests jsonb;

ALTER TABLE refund_import_rows ADD COLUMN seal text COLLATE "C";
