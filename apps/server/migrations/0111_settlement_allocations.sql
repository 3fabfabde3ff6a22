-- Of which settlement batches the money was that a merchant took out: the oldest batch first, given back in reverse.

-- stage: tables
CREATE TABLE settlement_allocations (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  -- What took it: a withdrawal.
  source_type text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  source_no text COLLATE "C" NOT NULL,
  -- Its place among the parts of what took it, in the order in which they were taken and given back.
  seq integer NOT NULL,
  -- None for money that no batch brought: corrections, deposits given back.
  batch_id text COLLATE "C",
  -- Taken; less than nothing where it was given back.
  amount numeric(19, 0) NOT NULL,
  create_time timestamptz(3) NOT NULL,
  seal text COLLATE "C",
  CONSTRAINT settlement_allocations_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT settlement_allocations_seq_unique UNIQUE (merchant_id, source_type, source_id, seq),
  CONSTRAINT settlement_allocations_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT settlement_allocations_source_known CHECK (source_type IN ('cashout')),
  CONSTRAINT settlement_allocations_amount_some CHECK (amount <> 0)
);

CREATE INDEX settlement_allocations_batch_idx ON settlement_allocations (merchant_id, batch_id, create_time)
  WHERE batch_id IS NOT NULL;

-- stage: constraints
ALTER TABLE settlement_allocations
  ADD CONSTRAINT settlement_allocations_batch_fk FOREIGN KEY (merchant_id, batch_id)
    REFERENCES settlement_batches (merchant_id, id);
