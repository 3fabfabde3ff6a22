-- stage: tables
-- What a card did at a merchant before is told beside its decline. Written once for each attempt, when it is over.
CREATE INDEX payment_attempts_card_idx ON payment_attempts (merchant_id, card_fingerprint, started_time DESC)
  WHERE card_fingerprint IS NOT NULL AND finished_time IS NOT NULL;

-- What somebody put off in their inbox, and until when. It comes back by itself.
CREATE TABLE inbox_deferrals (
  user_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  until timestamptz(3) NOT NULL,
  create_time timestamptz(3) NOT NULL,
  CONSTRAINT inbox_deferrals_pk PRIMARY KEY (user_id, kind, item_id),
  CONSTRAINT inbox_deferrals_until_later CHECK (until > create_time)
);

-- stage: constraints
ALTER TABLE inbox_deferrals
  ADD CONSTRAINT inbox_deferrals_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
