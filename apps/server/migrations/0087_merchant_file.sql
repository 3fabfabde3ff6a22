-- What is on file about a merchant: the people behind it, and the documents that prove who it is.

-- stage: tables
CREATE TABLE merchant_owners (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  country text NOT NULL,
  birth_date date,
  -- Millionths of the merchant.
  share integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT merchant_owners_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT merchant_owners_role_known CHECK (role IN ('owner', 'director', 'signatory')),
  CONSTRAINT merchant_owners_country_shape CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT merchant_owners_share_range CHECK (share BETWEEN 0 AND 1000000)
);

CREATE INDEX merchant_owners_id_idx ON merchant_owners (id);

CREATE TABLE merchant_documents (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  file_bytes integer NOT NULL,
  received_bytes integer NOT NULL DEFAULT 0,
  -- As the first bytes say; null until they came.
  content_type text,
  parts integer NOT NULL DEFAULT 0,
  expire_day date,
  status text NOT NULL DEFAULT 'receiving',
  decide_user_name text,
  decide_time timestamptz(3),
  decision_reason text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT merchant_documents_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT merchant_documents_kind_known CHECK (
    kind IN ('registration', 'identity', 'address', 'bank_account', 'licence', 'other')
  ),
  CONSTRAINT merchant_documents_status_known CHECK (status IN ('receiving', 'waiting', 'verified', 'rejected')),
  CONSTRAINT merchant_documents_bytes_positive CHECK (file_bytes > 0 AND received_bytes BETWEEN 0 AND file_bytes)
);

CREATE INDEX merchant_documents_id_idx ON merchant_documents (id);

-- stage: constraints
ALTER TABLE merchant_owners ADD CONSTRAINT merchant_owners_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE merchant_documents ADD CONSTRAINT merchant_documents_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
