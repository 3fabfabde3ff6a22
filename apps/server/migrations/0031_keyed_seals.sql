-- Seals that whoever owns the database cannot make: keyed by the installation's secret, which is in no table. What was
-- sealed without a key before keeps the first scheme.

-- stage: tables
ALTER TABLE ledger_seals
  ADD COLUMN scheme smallint NOT NULL DEFAULT 1,
  ADD COLUMN key_id text COLLATE "C";

-- How far each chain has come and what its last link is, under a key as well: the number in the book itself can be set
-- back by hand.
CREATE TABLE ledger_heads (
  merchant_id text COLLATE "C" NOT NULL,
  book text NOT NULL,
  length bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  mac text COLLATE "C" NOT NULL,
  CONSTRAINT ledger_heads_pk PRIMARY KEY (merchant_id, book),
  CONSTRAINT ledger_heads_length_positive CHECK (length > 0)
);

-- Keys that seals name, encrypted under the installation's present secret: seals outlive the secret they were made with.
CREATE TABLE ledger_seal_keys (
  id text COLLATE "C" NOT NULL,
  wrapped text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_seal_keys_pk PRIMARY KEY (id)
);

-- How many published days a look over the books compared them with.
ALTER TABLE ledger_verifications ADD COLUMN heads integer NOT NULL DEFAULT 0;

-- stage: constraints
ALTER TABLE ledger_seals
  ADD CONSTRAINT ledger_seals_scheme_known CHECK ((scheme = 1 AND key_id IS NULL) OR (scheme = 2 AND key_id IS NOT NULL));

ALTER TABLE ledger_heads
  ADD CONSTRAINT ledger_heads_book_fk FOREIGN KEY (merchant_id, book) REFERENCES ledger_books (merchant_id, book);
