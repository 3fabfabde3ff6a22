-- Files of refunds, and what of a refund went beyond what was there to be given back and stands in suspense.
--
-- Files of refunds: the file, and what would become, or became, of each of its rows. A row that asked for a refund keeps
-- it, and the database lets no row of the same meaning ask for another, in whatever file it stands.

-- stage: tables
CREATE TABLE refund_imports (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  file_bytes integer NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'checking',
  -- Language of whoever brought the file: refusals of its rows are worded in it.
  locale text NOT NULL,
  row_count integer NOT NULL,
  -- Rows that the work of now has behind it.
  done_rows integer NOT NULL DEFAULT 0,
  leave_out_refused boolean NOT NULL DEFAULT false,
  failure text COLLATE "C",
  check_time timestamptz(3),
  start_time timestamptz(3),
  finish_time timestamptz(3),
  -- In whose name the work of now is done.
  worker_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT refund_imports_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT refund_imports_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT refund_imports_status_known CHECK (
    status IN ('checking', 'checked', 'running', 'stopped', 'done', 'failed', 'canceled')
  ),
  CONSTRAINT refund_imports_failure_known CHECK (failure IN ('noLongerAllowed', 'unexpected')),
  CONSTRAINT refund_imports_failure_told CHECK (status <> 'failed' OR failure IS NOT NULL)
);

CREATE INDEX refund_imports_time_idx ON refund_imports (create_time DESC, id DESC);

CREATE INDEX refund_imports_id_idx ON refund_imports (id);

CREATE TABLE refund_import_rows (
  merchant_id text COLLATE "C" NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  row_no integer NOT NULL,
  -- Place in which it is looked at and asked for: rows of one order follow each other.
  turn integer NOT NULL,
  mode text COLLATE "C" NOT NULL,
  verdict text COLLATE "C",
  refusal text,
  order_id text COLLATE "C",
  order_no text COLLATE "C",
  merchant_order_no text COLLATE "C",
  amount numeric(19, 0),
  currency text COLLATE "C",
  reason text COLLATE "C",
  remark text,
  merchant_refund_no text COLLATE "C",
  settle_amount numeric(19, 0),
  settle_currency text COLLATE "C",
  handling_fee numeric(19, 0),
  source_bucket text COLLATE "C",
  -- Tells the same row again, in this file or in another one.
  row_key text COLLATE "C",
  refund_id text COLLATE "C",
  CONSTRAINT refund_import_rows_pk PRIMARY KEY (merchant_id, import_id, row_no),
  CONSTRAINT refund_import_rows_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT refund_import_rows_reason_known CHECK (
    reason IN ('requested_by_customer', 'duplicate', 'fraudulent', 'product_not_received', 'product_unacceptable',
      'subscription_canceled', 'late_success', 'amount_mismatch', 'other')
  ),
  CONSTRAINT refund_import_rows_bucket_known CHECK (source_bucket IN ('pending', 'available', 'payer_funds')),
  CONSTRAINT refund_import_rows_verdict_known CHECK (
    verdict IN ('refund', 'review', 'present', 'refused', 'asked')
  ),
  CONSTRAINT refund_import_rows_refusal_told CHECK ((verdict IS NOT DISTINCT FROM 'refused') = (refusal IS NOT NULL)),
  CONSTRAINT refund_import_rows_asked_whole CHECK (
    verdict IS DISTINCT FROM 'asked' OR (refund_id IS NOT NULL AND row_key IS NOT NULL)
  ),
  CONSTRAINT refund_import_rows_whole CHECK (
    verdict IS NULL OR verdict = 'refused'
    OR (order_id IS NOT NULL AND amount > 0 AND currency IS NOT NULL AND reason IS NOT NULL)
  )
);

-- A row asks for one refund, in whatever file it stands.
CREATE UNIQUE INDEX refund_import_rows_key_unique ON refund_import_rows (merchant_id, mode, row_key)
  WHERE verdict = 'asked';

CREATE INDEX refund_import_rows_turn_idx ON refund_import_rows (merchant_id, import_id, turn);

CREATE INDEX refund_import_rows_refund_idx ON refund_import_rows (merchant_id, refund_id) WHERE refund_id IS NOT NULL;

-- What of a refund that its gateway made after all was there no more, since another one had taken its place: it stands in
-- the suspense account until somebody says by whom it is borne.
ALTER TABLE order_refunds
  ADD COLUMN excess_amount numeric(19, 0) NOT NULL DEFAULT 0,
  ADD COLUMN excess_cause text COLLATE "C",
  ADD COLUMN excess_note text,
  ADD COLUMN excess_user_name text,
  ADD COLUMN excess_time timestamptz(3);

UPDATE order_refunds SET excess_amount = amount - CASE
    WHEN source_bucket = 'payer_funds' THEN settle_amount
    ELSE (SELECT coalesce(sum((part ->> 'amount')::numeric), 0) FROM jsonb_array_elements(parts) AS part)
  END
 WHERE status = 'succeeded';

ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_excess_cause_known CHECK (
  excess_cause IN ('gateway', 'merchant', 'goodwill', 'loss')
);

ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_excess_sound CHECK (
  excess_amount BETWEEN 0 AND amount AND (excess_cause IS NULL OR excess_amount > 0)
  AND (excess_cause IS NULL) = (excess_time IS NULL)
);

-- Few among many: what somebody has to decide.
CREATE INDEX order_refunds_suspense_idx ON order_refunds (mode, refund_time DESC, id DESC)
  WHERE excess_amount > 0 AND excess_cause IS NULL;

-- stage: constraints
ALTER TABLE refund_import_rows ADD CONSTRAINT refund_import_rows_import_fk
  FOREIGN KEY (merchant_id, import_id) REFERENCES refund_imports (merchant_id, id) ON DELETE CASCADE;

ALTER TABLE refund_import_rows ADD CONSTRAINT refund_import_rows_refund_fk
  FOREIGN KEY (merchant_id, refund_id) REFERENCES order_refunds (merchant_id, id);
