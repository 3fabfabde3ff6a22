-- Reconciliation: the settlement files of gateways, line by line against the books. Files and lines are the operator's: they
-- stand under the house of its tenant, whose book takes what no merchant is party to.

-- stage: tables
CREATE TABLE recon_sources (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  is_fetched boolean NOT NULL DEFAULT true,
  -- What a line may differ by, in minor units of the account's settlement currency, and its fee by, in millionths of the
  -- gross, before people are asked.
  amount_tolerance numeric(19, 0) NOT NULL DEFAULT 0,
  fee_tolerance integer NOT NULL DEFAULT 0,
  -- Differences above it take a second person where money is real; minor units.
  approval_limit numeric(19, 0) NOT NULL DEFAULT 10000,
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT recon_sources_pk PRIMARY KEY (id),
  CONSTRAINT recon_sources_account_unique UNIQUE (gateway_account_id),
  CONSTRAINT recon_sources_tolerances CHECK (
    amount_tolerance >= 0 AND fee_tolerance BETWEEN 0 AND 1000000 AND approval_limit >= 0
  )
);

CREATE INDEX recon_sources_tenant_idx ON recon_sources (tenant_id);

CREATE TABLE recon_batches (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  recon_no text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  -- The gateway's own number of the file; counted without a gap for an account.
  batch_no integer NOT NULL,
  currency text NOT NULL,
  file_name text NOT NULL,
  file_hash text COLLATE "C" NOT NULL,
  file_date date NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- How often the same file came again.
  copies integer NOT NULL DEFAULT 0,
  line_count integer NOT NULL,
  gross_amount numeric(19, 0) NOT NULL,
  fee_amount numeric(19, 0) NOT NULL,
  net_amount numeric(19, 0) NOT NULL,
  -- What the file says is paid to us; none where it has no such line.
  payout_amount numeric(19, 0),
  -- What came in at our bank, and the last journal of it.
  received_amount numeric(19, 0) NOT NULL DEFAULT 0,
  received_time timestamptz(3),
  -- Reckoned from the lines whenever one of them changes.
  difference_amount numeric(19, 0) NOT NULL DEFAULT 0,
  open_count integer NOT NULL DEFAULT 0,
  open_amount numeric(19, 0) NOT NULL DEFAULT 0,
  open_since timestamptz(3),
  status text COLLATE "C" NOT NULL,
  close_user_name text,
  closed_time timestamptz(3),
  seal text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT recon_batches_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT recon_batches_no_unique UNIQUE (merchant_id, recon_no),
  CONSTRAINT recon_batches_file_unique UNIQUE (merchant_id, gateway_account_id, batch_no),
  CONSTRAINT recon_batches_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT recon_batches_source_known CHECK (source IN ('upload', 'connector', 'sftp', 's3')),
  CONSTRAINT recon_batches_status_known CHECK (
    status IN ('imported', 'matching', 'exceptions', 'balanced', 'closed')
  ),
  CONSTRAINT recon_batches_balanced CHECK (status NOT IN ('balanced', 'closed') OR open_count = 0),
  CONSTRAINT recon_batches_closed CHECK ((status = 'closed') = (closed_time IS NOT NULL))
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX recon_batches_hash_unique ON recon_batches (merchant_id, gateway_account_id, file_hash);

CREATE INDEX recon_batches_date_idx ON recon_batches (tenant_id, mode, file_date DESC, id DESC);

CREATE INDEX recon_batches_open_idx ON recon_batches (tenant_id, mode, id) WHERE status <> 'closed';

CREATE INDEX recon_batches_id_idx ON recon_batches (id);

CREATE INDEX recon_batches_recon_no_idx ON recon_batches (recon_no);

CREATE TABLE recon_items (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  -- Line of the file, the heading being 1; none where the file lacks it.
  line_no integer,
  type text COLLATE "C" NOT NULL,
  upstream_ref text COLLATE "C" NOT NULL,
  merchant_ref text COLLATE "C" NOT NULL,
  modification_ref text COLLATE "C" NOT NULL,
  payment_method text COLLATE "C",
  item_time timestamptz(3),
  booking_date date NOT NULL,
  -- As the line says it; the file counts its digits in its own currency.
  currency text NOT NULL,
  line_currency text NOT NULL,
  gross_amount numeric(19, 0) NOT NULL,
  interchange_amount numeric(19, 0) NOT NULL,
  scheme_fee_amount numeric(19, 0) NOT NULL,
  markup_amount numeric(19, 0) NOT NULL,
  fee_amount numeric(19, 0) NOT NULL,
  net_amount numeric(19, 0) NOT NULL,
  our_merchant_id text COLLATE "C",
  our_ref_type text COLLATE "C",
  our_ref_id text COLLATE "C",
  our_ref_no text COLLATE "C",
  order_id text COLLATE "C",
  order_no text COLLATE "C",
  our_currency text,
  our_gross_amount numeric(19, 0),
  our_fee_amount numeric(19, 0),
  our_time timestamptz(3),
  expected_date date,
  match_status text COLLATE "C",
  -- The net of the file less ours as they were found, in the file's currency.
  difference numeric(19, 0) NOT NULL DEFAULT 0,
  status text COLLATE "C" NOT NULL,
  resolution text COLLATE "C",
  remark text,
  resolve_user_id bigint,
  resolve_user_name text,
  resolve_time timestamptz(3),
  -- What of it stands in suspense, a shortfall being more than none; what was booked to cost; minor units.
  suspense_amount numeric(19, 0) NOT NULL DEFAULT 0,
  trued_amount numeric(19, 0) NOT NULL DEFAULT 0,
  approval_limit numeric(19, 0) NOT NULL,
  since timestamptz(3) NOT NULL,
  create_time timestamptz(3) NOT NULL,
  seal text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT recon_items_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT recon_items_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT recon_items_type_known CHECK (
    type IN ('settled', 'refunded', 'refund_reversed', 'chargeback', 'second_chargeback', 'chargeback_reversed', 'fee',
      'deposit_correction', 'invoice_deduction', 'manual_correction', 'payout')
  ),
  CONSTRAINT recon_items_ref_known CHECK (our_ref_type IN ('capture', 'refund', 'refund_reversal', 'due', 'account')),
  CONSTRAINT recon_items_match_known CHECK (
    match_status IN ('matched', 'tolerance', 'amount_mismatch', 'currency_mismatch', 'fee_mismatch', 'date_mismatch',
      'status_mismatch', 'missing_local', 'missing_upstream', 'duplicate', 'manual')
  ),
  CONSTRAINT recon_items_status_known CHECK (status IN ('new', 'matched', 'open', 'claimed', 'suspended', 'resolved')),
  CONSTRAINT recon_items_resolution_known CHECK (
    resolution IN ('adjust_cost', 'suspense', 'rematch', 'ignore_within_tolerance', 'claim', 'arrived')
  ),
  CONSTRAINT recon_items_judged CHECK ((status = 'new') = (match_status IS NULL)),
  CONSTRAINT recon_items_suspended CHECK (suspense_amount = 0 OR status IN ('suspended', 'claimed')),
  CONSTRAINT recon_items_resolved CHECK (
    status NOT IN ('claimed', 'suspended', 'resolved') OR (resolution IS NOT NULL AND resolve_time IS NOT NULL)
  ),
  CONSTRAINT recon_items_fee CHECK (fee_amount = interchange_amount + scheme_fee_amount + markup_amount),
  CONSTRAINT recon_items_net CHECK (net_amount = gross_amount - fee_amount)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX recon_items_line_unique ON recon_items (merchant_id, batch_id, line_no) WHERE line_no IS NOT NULL;

-- What we booked stands against one line.
CREATE UNIQUE INDEX recon_items_ours_unique ON recon_items (merchant_id, our_merchant_id, our_ref_type, our_ref_id)
  WHERE our_ref_id IS NOT NULL AND match_status NOT IN ('missing_upstream', 'duplicate');

-- What a file lacks is noted once.
CREATE UNIQUE INDEX recon_items_lacking_unique ON recon_items (merchant_id, our_merchant_id, our_ref_type, our_ref_id)
  WHERE match_status = 'missing_upstream' AND status <> 'resolved';

CREATE INDEX recon_items_batch_idx ON recon_items (merchant_id, batch_id, status);

CREATE INDEX recon_items_open_idx ON recon_items (tenant_id, mode, since, id) WHERE status IN ('open', 'claimed', 'suspended');

-- Whether something stands against a record of ours.
CREATE INDEX recon_items_our_ref_idx ON recon_items (our_ref_id) WHERE our_ref_id IS NOT NULL;

CREATE INDEX recon_items_upstream_idx ON recon_items (gateway_account_id, upstream_ref);

CREATE INDEX recon_items_date_idx ON recon_items (tenant_id, mode, booking_date DESC, id DESC);

CREATE INDEX recon_items_order_no_idx ON recon_items (order_no) WHERE order_no IS NOT NULL;

CREATE INDEX recon_items_id_idx ON recon_items (id);

-- Lines for which something was booked in a merchant's book.
CREATE INDEX recon_items_trued_idx ON recon_items (our_merchant_id, mode) WHERE trued_amount <> 0;

-- What was taken over an account, for what its files lack.
CREATE INDEX captures_gateway_account_idx ON captures (gateway_account_id, finished_time) WHERE status = 'succeeded';

CREATE INDEX order_refunds_gateway_account_idx ON order_refunds (gateway_account_id, finished_time) WHERE status = 'succeeded';

-- stage: constraints
ALTER TABLE recon_batches
  ADD CONSTRAINT recon_batches_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  ADD CONSTRAINT recon_batches_gateway_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

CREATE INDEX recon_batches_gateway_account_idx ON recon_batches (gateway_account_id, batch_no);

ALTER TABLE recon_items
  ADD CONSTRAINT recon_items_batch_fk FOREIGN KEY (merchant_id, batch_id) REFERENCES recon_batches (merchant_id, id);

ALTER TABLE recon_sources
  ADD CONSTRAINT recon_sources_gateway_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);
