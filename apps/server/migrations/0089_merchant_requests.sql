-- What a merchant asks the operator to change about it: a message with the fields, answered by somebody.

-- formerly: 7f0de1e478a58ff4f32ff219c98a1e514d582c5bd3e03a71f3a06cdf153974af

-- stage: tables
CREATE TABLE merchant_requests (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  -- Each field with what it was and what it should be.
  wanted jsonb NOT NULL,
  note text,
  status text COLLATE "C" NOT NULL DEFAULT 'open',
  answer text,
  decide_user_name text,
  decide_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT merchant_requests_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT merchant_requests_status_known CHECK (status IN ('open', 'done', 'declined')),
  CONSTRAINT merchant_requests_asks CHECK (jsonb_array_length(wanted) > 0 OR note IS NOT NULL),
  CONSTRAINT merchant_requests_answered CHECK ((status = 'open') = (decide_time IS NULL)),
  CONSTRAINT merchant_requests_declined_why CHECK (status <> 'declined' OR answer IS NOT NULL)
);

-- stage: constraints
ALTER TABLE merchant_requests ADD CONSTRAINT merchant_requests_merchant_fk
  FOREIGN KEY (merchant_id) REFERENCES merchants (id);
CREATE INDEX merchant_requests_tenant_idx ON merchant_requests (tenant_id, create_time);
-- The inbox asks again and again what is open.
CREATE INDEX merchant_requests_open_idx ON merchant_requests (merchant_id, create_time) WHERE status = 'open';
