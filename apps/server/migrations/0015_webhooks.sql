-- What merchants' servers are told, how telling them went, and what failed and waits for somebody to look at it.

-- stage: tables
-- Where a merchant wants to be told of what; changed by people only.
CREATE TABLE webhook_endpoints (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text NOT NULL DEFAULT 'live',
  app_id text COLLATE "C",
  name text NOT NULL,
  url text NOT NULL,
  events jsonb NOT NULL,
  -- Sealed with the installation's key; the text opens in this row alone.
  secret text NOT NULL,
  previous_secret text,
  previous_secret_expire_time timestamptz(3),
  api_version text NOT NULL,
  timeout_seconds integer NOT NULL DEFAULT 10,
  max_in_flight integer NOT NULL DEFAULT 5,
  custom_headers jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'enabled',
  status_reason text,
  -- Deliveries keep pointing at an endpoint that is gone.
  delete_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT webhook_endpoints_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_endpoints_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT webhook_endpoints_status_known CHECK (status IN ('enabled', 'disabled', 'auto_disabled')),
  CONSTRAINT webhook_endpoints_events_list CHECK (jsonb_typeof(events) = 'array' AND jsonb_array_length(events) > 0),
  CONSTRAINT webhook_endpoints_headers_map CHECK (jsonb_typeof(custom_headers) = 'object'),
  CONSTRAINT webhook_endpoints_timeout_range CHECK (timeout_seconds BETWEEN 3 AND 30),
  CONSTRAINT webhook_endpoints_flight_range CHECK (max_in_flight BETWEEN 1 AND 20),
  CONSTRAINT webhook_endpoints_overlap_ends CHECK (
    (previous_secret IS NULL) = (previous_secret_expire_time IS NULL)
  )
);

CREATE INDEX webhook_endpoints_time_idx ON webhook_endpoints (tenant_id, create_time DESC, id DESC);

-- What the sender knows of an endpoint, apart from what people set, so that sending changes no version of theirs.
CREATE TABLE webhook_endpoint_states (
  merchant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  -- Whoever sends to the endpoint now, and until when that is believed.
  lease_owner text,
  lease_until timestamptz(3),
  -- When the sender was asked to look again.
  wake_at timestamptz(3),
  last_success_time timestamptz(3),
  last_failure_time timestamptz(3),
  -- The first failure since the last success, and how many there were.
  failing_since timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT webhook_endpoint_states_pk PRIMARY KEY (merchant_id, endpoint_id)
);

-- One fact about a merchant's object, as its servers may read it. Never changed.
CREATE TABLE merchant_events (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text NOT NULL,
  app_id text COLLATE "C",
  type text NOT NULL,
  object_type text NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  object_no text COLLATE "C" NOT NULL,
  object_seq integer NOT NULL,
  data jsonb NOT NULL,
  -- The endpoints that were to be told when it happened.
  endpoint_ids jsonb NOT NULL,
  create_time timestamptz(3) NOT NULL,
  CONSTRAINT merchant_events_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT merchant_events_mode_known CHECK (mode IN ('live', 'test'))
);

CREATE INDEX merchant_events_object_idx ON merchant_events (merchant_id, object_type, object_id, object_seq);

-- One event on its way to one endpoint.
CREATE TABLE webhook_deliveries (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  app_id text COLLATE "C",
  event_type text NOT NULL,
  object_type text NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  object_no text COLLATE "C" NOT NULL,
  object_seq integer NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  attempt_count integer NOT NULL DEFAULT 0,
  -- Tries of the schedule that were used up; a resend by hand is a try of its own.
  schedule_step integer NOT NULL DEFAULT 0,
  is_manual boolean NOT NULL DEFAULT false,
  next_attempt_time timestamptz(3),
  sender text,
  last_http_status integer,
  last_error text,
  reason text,
  create_time timestamptz(3) NOT NULL,
  done_time timestamptz(3),
  CONSTRAINT webhook_deliveries_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_deliveries_once UNIQUE (merchant_id, endpoint_id, event_id),
  CONSTRAINT webhook_deliveries_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT webhook_deliveries_status_known CHECK (
    status IN ('queued', 'sending', 'delivered', 'retry_wait', 'dead', 'skipped')
  ),
  CONSTRAINT webhook_deliveries_open_is_due CHECK (
    (status IN ('queued', 'sending', 'retry_wait')) = (next_attempt_time IS NOT NULL)
  ),
  CONSTRAINT webhook_deliveries_done_is_over CHECK ((status IN ('delivered', 'dead', 'skipped')) = (done_time IS NOT NULL))
);

-- What is to be sent next to an endpoint.
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (merchant_id, endpoint_id, next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;

-- What was never tried, in the order of its object.
CREATE INDEX webhook_deliveries_untried_idx
  ON webhook_deliveries (merchant_id, endpoint_id, object_type, object_id, object_seq)
  WHERE attempt_count = 0 AND next_attempt_time IS NOT NULL;

-- Endpoints with something due, looked for over all merchants.
CREATE INDEX webhook_deliveries_overdue_idx ON webhook_deliveries (next_attempt_time)
  WHERE next_attempt_time IS NOT NULL;

CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries (merchant_id, event_id);

CREATE INDEX webhook_deliveries_object_idx ON webhook_deliveries (tenant_id, object_no);

CREATE INDEX webhook_deliveries_time_idx ON webhook_deliveries (tenant_id, create_time DESC, id DESC);

CREATE INDEX webhook_deliveries_own_time_idx ON webhook_deliveries (merchant_id, create_time DESC, id DESC);

CREATE INDEX webhook_deliveries_status_idx ON webhook_deliveries (tenant_id, status, create_time DESC, id DESC);

-- One try, with what was answered. Bodies are made again from the event, signatures are kept.
CREATE TABLE webhook_attempts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  url text NOT NULL,
  signature text NOT NULL,
  http_status integer,
  latency_ms integer NOT NULL,
  response_head text,
  error text,
  is_manual boolean NOT NULL,
  is_success boolean NOT NULL,
  CONSTRAINT webhook_attempts_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_attempts_number_once UNIQUE (merchant_id, delivery_id, number)
);

CREATE INDEX webhook_attempts_endpoint_idx ON webhook_attempts (merchant_id, endpoint_id, at DESC);

CREATE INDEX webhook_attempts_time_idx ON webhook_attempts (at);

-- Failures of one kind.
CREATE TABLE event_exceptions (
  id text COLLATE "C" NOT NULL,
  exception_no text COLLATE "C" NOT NULL,
  -- Nobody's tenant where the failure is the platform's own.
  tenant_id bigint,
  fingerprint text COLLATE "C" NOT NULL,
  source text NOT NULL,
  event_type text NOT NULL,
  level text NOT NULL,
  message text NOT NULL,
  -- Of the latest occurrence.
  object_type text,
  object_id text COLLATE "C",
  merchant_id text COLLATE "C",
  occurrences bigint NOT NULL,
  first_time timestamptz(3) NOT NULL,
  last_time timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'open',
  can_retry boolean NOT NULL DEFAULT false,
  retry_count integer NOT NULL DEFAULT 0,
  retry_time timestamptz(3),
  assignee_id bigint,
  assignee_name text,
  resolve_user_id bigint,
  resolve_user_name text,
  remark text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT event_exceptions_pk PRIMARY KEY (id),
  CONSTRAINT event_exceptions_no_unique UNIQUE (exception_no),
  CONSTRAINT event_exceptions_group_unique UNIQUE (fingerprint),
  CONSTRAINT event_exceptions_source_known CHECK (
    source IN ('outbox', 'inbound_webhook', 'outbound_webhook', 'job', 'connector', 'ledger', 'recon', 'import')
  ),
  CONSTRAINT event_exceptions_level_known CHECK (level IN ('warning', 'error', 'critical')),
  CONSTRAINT event_exceptions_status_known CHECK (status IN ('open', 'retrying', 'resolved', 'ignored'))
);

CREATE INDEX event_exceptions_time_idx ON event_exceptions (tenant_id, last_time DESC, id DESC);

CREATE INDEX event_exceptions_retrying_idx ON event_exceptions (retry_time) WHERE status = 'retrying';

-- Each single failure. It is written without waiting for anybody and finds its group at once or a moment later.
CREATE TABLE event_exception_items (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint,
  fingerprint text COLLATE "C" NOT NULL,
  exception_id text COLLATE "C",
  exception_no text COLLATE "C" NOT NULL,
  source text NOT NULL,
  event_type text NOT NULL,
  level text NOT NULL,
  message text NOT NULL,
  object_type text,
  object_id text COLLATE "C",
  merchant_id text COLLATE "C",
  at timestamptz(3) NOT NULL,
  stack text,
  payload jsonb,
  -- The job that does the failed work again; none where nothing does.
  retry jsonb,
  retried_time timestamptz(3),
  CONSTRAINT event_exception_items_pk PRIMARY KEY (id)
);

CREATE INDEX event_exception_items_group_idx ON event_exception_items (exception_id, at DESC, id DESC);

CREATE INDEX event_exception_items_loose_idx ON event_exception_items (fingerprint) WHERE exception_id IS NULL;

CREATE INDEX event_exception_items_object_idx ON event_exception_items (object_id) WHERE object_id IS NOT NULL;

CREATE INDEX event_exception_items_merchant_idx ON event_exception_items (merchant_id, exception_id) WHERE merchant_id IS NOT NULL;

CREATE INDEX event_exception_items_time_idx ON event_exception_items (at);

-- stage: constraints
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE webhook_endpoint_states ADD CONSTRAINT webhook_endpoint_states_endpoint_fk
  FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoints (merchant_id, id) ON DELETE CASCADE;

ALTER TABLE merchant_events ADD CONSTRAINT merchant_events_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_fk
  FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoints (merchant_id, id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_fk
  FOREIGN KEY (merchant_id, event_id) REFERENCES merchant_events (merchant_id, id);

ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_fk
  FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhook_deliveries (merchant_id, id) ON DELETE CASCADE;

ALTER TABLE event_exception_items ADD CONSTRAINT event_exception_items_group_fk
  FOREIGN KEY (exception_id) REFERENCES event_exceptions (id) ON DELETE CASCADE;
