-- A line that pays several transfers, and lines that are one transfer together: what of which line stands against which record.

-- stage: tables
CREATE TABLE bank_line_parts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  line_id text COLLATE "C" NOT NULL,
  our_merchant_id text COLLATE "C" NOT NULL,
  our_ref_type text COLLATE "C" NOT NULL,
  our_ref_id text COLLATE "C" NOT NULL,
  our_ref_no text COLLATE "C" NOT NULL,
  our_source_id text COLLATE "C" NOT NULL,
  our_source_no text COLLATE "C" NOT NULL,
  our_date date NOT NULL,
  -- With the sign of the line.
  amount numeric(19, 0) NOT NULL,
  -- Whether the record is all of it the line's; else other lines are parts of the record too.
  is_whole boolean NOT NULL,
  create_time timestamptz(3) NOT NULL,
  seal text COLLATE "C",
  CONSTRAINT bank_line_parts_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT bank_line_parts_once UNIQUE (merchant_id, line_id, our_ref_type, our_ref_id),
  CONSTRAINT bank_line_parts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT bank_line_parts_amount CHECK (amount <> 0),
  CONSTRAINT bank_line_parts_ref_known CHECK (our_ref_type IN ('payout', 'payout_return', 'recon'))
);

-- A transfer leaves once, and comes back once.
CREATE UNIQUE INDEX bank_line_parts_whole_unique
  ON bank_line_parts (merchant_id, our_merchant_id, our_ref_type, our_ref_id) WHERE is_whole AND our_ref_type <> 'recon';

CREATE INDEX bank_line_parts_ref_idx ON bank_line_parts (our_ref_id);

CREATE INDEX bank_line_parts_id_idx ON bank_line_parts (id);

-- stage: constraints
ALTER TABLE bank_line_parts
  ADD CONSTRAINT bank_line_parts_line_fk FOREIGN KEY (merchant_id, line_id) REFERENCES bank_lines (merchant_id, id);

ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_match_known;

ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_match_known CHECK (
  match_status IN ('matched', 'manual', 'combined', 'unbooked', 'returned', 'proposed', 'amount_mismatch',
    'status_mismatch', 'duplicate', 'charge', 'unknown_credit', 'unknown_debit')
);
