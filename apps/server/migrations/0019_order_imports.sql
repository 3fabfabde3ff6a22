-- Orders that were taken elsewhere and come in from a file: the file's way in, the verdict on each row, and the mark by
-- which such an order is told from one that was taken here. An imported order is history: no attempt, no journal, no
-- money of ours.

-- stage: tables
CREATE TABLE order_imports (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  file_bytes integer NOT NULL,
  parts integer NOT NULL DEFAULT 0,
  received_bytes integer NOT NULL DEFAULT 0,
  status text COLLATE "C" NOT NULL DEFAULT 'uploading',
  -- Language of whoever brought the file: what its bytes probably are where they do not say.
  locale text NOT NULL,
  encoding text,
  delimiter text,
  columns jsonb NOT NULL,
  mapping jsonb,
  totals jsonb NOT NULL,
  row_count integer,
  -- Each dry run writes rows of its own number, so that none has to wait until those of the last one are gone.
  check_no integer NOT NULL DEFAULT 0,
  -- The last row that the work of now has behind it, written in the transaction of that row.
  done_rows integer NOT NULL DEFAULT 0,
  new_count integer NOT NULL DEFAULT 0,
  present_count integer NOT NULL DEFAULT 0,
  left_out_count integer NOT NULL DEFAULT 0,
  refused_count integer NOT NULL DEFAULT 0,
  imported_count integer NOT NULL DEFAULT 0,
  leave_out_refused boolean NOT NULL DEFAULT false,
  failure text,
  failure_row integer,
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
  CONSTRAINT order_imports_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT order_imports_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT order_imports_status_known CHECK (status IN (
    'uploading', 'inspecting', 'mapping', 'checking', 'checked', 'importing', 'stopped', 'done', 'failed', 'canceled',
    'undoing', 'undone'
  )),
  CONSTRAINT order_imports_file_whole CHECK (received_bytes >= 0 AND received_bytes <= file_bytes),
  CONSTRAINT order_imports_failure_told CHECK (status <> 'failed' OR failure IS NOT NULL)
);

CREATE INDEX order_imports_time_idx ON order_imports (create_time DESC, id DESC);

CREATE INDEX order_imports_id_idx ON order_imports (id);

CREATE TABLE order_import_rows (
  merchant_id text COLLATE "C" NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  check_no integer NOT NULL,
  row_no integer NOT NULL,
  verdict text COLLATE "C" NOT NULL,
  field text,
  column_name text,
  reason text COLLATE "C",
  value text,
  merchant_order_no text COLLATE "C",
  currency text COLLATE "C",
  amount numeric(19, 0),
  status text,
  order_time timestamptz(3),
  paid_time timestamptz(3),
  payment_method text COLLATE "C",
  method_category text,
  email text COLLATE "C",
  country text COLLATE "C",
  card_brand text,
  card_last4 text COLLATE "C",
  transaction_no text COLLATE "C",
  -- Tells the same order again from another one under its number.
  content_hash text COLLATE "C",
  CONSTRAINT order_import_rows_pk PRIMARY KEY (merchant_id, import_id, check_no, row_no),
  CONSTRAINT order_import_rows_verdict_known CHECK (verdict IN ('new', 'present', 'leftOut', 'refused')),
  CONSTRAINT order_import_rows_refusal_told CHECK ((verdict = 'refused') = (reason IS NOT NULL)),
  CONSTRAINT order_import_rows_new_is_whole CHECK (
    verdict <> 'new'
    OR (
      merchant_order_no IS NOT NULL AND currency IS NOT NULL AND amount > 0 AND status IS NOT NULL
      AND order_time IS NOT NULL AND content_hash IS NOT NULL
    )
  )
);

CREATE INDEX order_import_rows_no_idx ON order_import_rows (merchant_id, import_id, check_no, merchant_order_no);

-- Most rows of most files are new; the others are what people look for.
CREATE INDEX order_import_rows_verdict_idx ON order_import_rows (merchant_id, import_id, check_no, verdict, row_no)
WHERE verdict <> 'new';

ALTER TABLE coin_orders
  ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT 'platform',
  ADD COLUMN import_id text COLLATE "C";

-- An order of another house is paid without a capture of ours.
ALTER TABLE coin_orders DROP CONSTRAINT coin_orders_paid_has_money;

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_paid_has_money CHECK (
  status <> 'paid' OR (paid_time IS NOT NULL AND (captured_amount > 0 OR origin = 'import'))
);

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_origin_known CHECK (origin IN ('platform', 'import'));

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_imported_from CHECK ((origin = 'import') = (import_id IS NOT NULL));

-- History moves no money here, and nothing of it is under way.
ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_import_is_history CHECK (
  origin = 'platform'
  OR (
    status IN ('paid', 'failed', 'canceled') AND attempt_count = 0 AND authorized_amount = 0 AND captured_amount = 0
    AND disputed_amount = 0 AND surplus_amount = 0 AND settlement_status = 'none'
  )
);

CREATE INDEX coin_orders_import_idx ON coin_orders (merchant_id, import_id, id) WHERE import_id IS NOT NULL;

-- Few among many: the list finds them without walking through all others.
CREATE INDEX coin_orders_origin_idx ON coin_orders (mode, order_time DESC, id DESC) WHERE origin = 'import';

-- stage: constraints
ALTER TABLE order_import_rows ADD CONSTRAINT order_import_rows_import_fk
  FOREIGN KEY (merchant_id, import_id) REFERENCES order_imports (merchant_id, id) ON DELETE CASCADE;

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_import_fk
  FOREIGN KEY (merchant_id, import_id) REFERENCES order_imports (merchant_id, id);
