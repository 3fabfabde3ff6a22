-- What a card was declined for at a merchant: the schemes limit how often it is tried again.

-- stage: constraints
CREATE INDEX payment_attempts_declined_card_idx ON payment_attempts (merchant_id, card_fingerprint, started_time DESC)
  WHERE card_fingerprint IS NOT NULL AND decline_code IS NOT NULL;
