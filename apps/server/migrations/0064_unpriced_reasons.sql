-- What was taken beyond the amount of an attempt is held for its payer and never booked: no capture waits for a price as surplus.

-- stage: tables
UPDATE unpriced_captures SET reason = 'unpriceable', next_try_time = create_time WHERE reason = 'surplus';

-- stage: constraints
ALTER TABLE unpriced_captures DROP CONSTRAINT unpriced_captures_reason_known;

ALTER TABLE unpriced_captures ADD CONSTRAINT unpriced_captures_reason_known CHECK (reason IN ('no_agreement', 'unpriceable'));
