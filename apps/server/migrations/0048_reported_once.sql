-- What people were told of an attempt stood in the place of the gateway's own code, and kept the next thing from being told.

-- formerly: c961f4a0520143343475bac674146aa923541e3cc2f02bd4402c36a7f850dc0d

-- stage: tables
-- Names of what was reported, each once. Last in the row and mostly empty, so that it costs an attempt nothing.
ALTER TABLE payment_attempts ADD COLUMN reported jsonb;

-- stage: constraints
-- Money in another currency than was asked for is none of the attempt's; it stands in payment_dues.
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_captured_has_money;

ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_captured_has_money
  CHECK (status <> 'captured' OR captured_amount > 0 OR reported IS NOT NULL);

-- stage: seed
UPDATE payment_attempts SET reported = ('["' || upstream_code || '"]')::jsonb, upstream_code = NULL
 WHERE upstream_code IN ('amount_mismatch', 'duplicate_payment', 'contradiction', 'payment_reversed', 'late_authorization');
