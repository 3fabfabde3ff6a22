-- What a card did at a merchant before is told beside its decline. Written once for each attempt, when it is over.
-- stage: tables
CREATE INDEX payment_attempts_card_idx ON payment_attempts (merchant_id, card_fingerprint, started_time DESC)
  WHERE card_fingerprint IS NOT NULL AND finished_time IS NOT NULL;
