-- Rows by which money is priced and told apart carry a seal under a key that is in no table. What was written before is
-- sealed as it stands, once, by a job that marks such seals and says so: nobody can vouch for it.
-- stage: tables
ALTER TABLE payment_attempts ADD COLUMN seal text COLLATE "C";

ALTER TABLE captures ADD COLUMN seal text COLLATE "C";

ALTER TABLE payment_dues ADD COLUMN seal text COLLATE "C";

-- What is still to be sealed. Nothing that is written with its seal stands in them.
CREATE INDEX payment_attempts_unsealed_idx ON payment_attempts (merchant_id, id) WHERE seal IS NULL;

CREATE INDEX captures_unsealed_idx ON captures (merchant_id, id) WHERE seal IS NULL;

CREATE INDEX payment_dues_unsealed_idx ON payment_dues (merchant_id, id) WHERE seal IS NULL;

ALTER TABLE unpriced_captures DROP CONSTRAINT unpriced_captures_reason_known;

-- stage: constraints
ALTER TABLE unpriced_captures ADD CONSTRAINT unpriced_captures_reason_known CHECK (reason IN ('no_agreement', 'unpriceable', 'altered'));
