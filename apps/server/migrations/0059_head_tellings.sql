-- Whom the heads of the ledger's chains still have to be told: a mail or an address that failed is tried until it is taken.

-- stage: tables
CREATE TABLE ledger_head_tellings (
  day date NOT NULL,
  -- The host of an address, or a person's mail address.
  witness text COLLATE "C" NOT NULL,
  told_at timestamptz(3),
  tries integer NOT NULL DEFAULT 0,
  last_error text,
  CONSTRAINT ledger_head_tellings_pk PRIMARY KEY (day, witness)
);

CREATE INDEX ledger_head_tellings_waiting_idx ON ledger_head_tellings (day, witness) WHERE told_at IS NULL;
