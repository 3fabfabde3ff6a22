-- The audit trail as one keyed chain: what is written there is sealed by a job, so that an entry that is changed, taken out
-- or slipped in by whoever owns the database is found.

-- stage: tables
CREATE TABLE audit_seals (
  seq bigint NOT NULL,
  -- No foreign key: entries may leave for an archive, their seals stay.
  entry_id bigint NOT NULL,
  prev_hash text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  CONSTRAINT audit_seals_pk PRIMARY KEY (seq)
);

CREATE UNIQUE INDEX audit_seals_entry_idx ON audit_seals (entry_id);

-- How far the chain has come, under a key as well. One row.
CREATE TABLE audit_heads (
  chain text COLLATE "C" NOT NULL DEFAULT 'audit',
  length bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  mac text COLLATE "C" NOT NULL,
  CONSTRAINT audit_heads_pk PRIMARY KEY (chain),
  CONSTRAINT audit_heads_one CHECK (chain = 'audit'),
  CONSTRAINT audit_heads_length_positive CHECK (length > 0)
);
