-- Which payment by a card of a merchant is on its way, over all nodes: others by a card that never paid there wait for its
-- answer, lest a card that its issuer refuses for good be sent several times. A row is worth nothing once the call is over,
-- so that the table is not logged: a crash of the database forgets who waits for whom, and no decline.

-- stage: tables
CREATE UNLOGGED TABLE card_turns (
  merchant_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  card_fingerprint text COLLATE "C" NOT NULL,
  -- Whoever has the turn until its outcome is written down.
  attempt_id text COLLATE "C" NOT NULL,
  -- When the outcome is no longer waited for.
  lapse_time timestamptz(3) NOT NULL,
  -- Payments that had the turn so far.
  turns integer NOT NULL DEFAULT 1,
  CONSTRAINT card_turns_pk PRIMARY KEY (merchant_id, card_fingerprint, mode),
  CONSTRAINT card_turns_mode_known CHECK (mode IN ('live', 'test'))
);
