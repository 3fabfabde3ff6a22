-- Merchants, what happened to each, and the people who sign in for them.

-- stage: tables
-- A reference table: read beside everything a merchant owns. It refers to nothing that lives on one node only.
CREATE TABLE merchants (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  org_id bigint NOT NULL,
  merchant_no text COLLATE "C" NOT NULL,
  name text NOT NULL,
  legal_name text NOT NULL,
  name_en text,
  type text NOT NULL,
  country text NOT NULL,
  registration_no text NOT NULL,
  tax_no text,
  incorporation_date date,
  registered_address text,
  mcc text NOT NULL,
  business_model text,
  website text,
  currency text NOT NULL,
  -- Minor units of the currency; numeric, because the driver reads it as text whatever its size.
  expected_monthly_volume numeric(18, 0),
  average_ticket numeric(18, 0),
  timezone text NOT NULL,
  contact_name text NOT NULL,
  contact_phone text NOT NULL,
  contact_email text NOT NULL,
  risk_level text NOT NULL DEFAULT 'low',
  status text NOT NULL DEFAULT 'draft',
  status_reason text,
  can_pay boolean NOT NULL DEFAULT false,
  can_refund boolean NOT NULL DEFAULT false,
  can_withdraw boolean NOT NULL DEFAULT false,
  can_payout boolean NOT NULL DEFAULT false,
  -- Who took the steps that nobody may follow with the next one.
  submit_user_id bigint,
  approve_user_id bigint,
  reject_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT merchants_pk PRIMARY KEY (id),
  CONSTRAINT merchants_no_unique UNIQUE (merchant_no),
  CONSTRAINT merchants_type_known CHECK (type IN ('company', 'sole_trader', 'individual')),
  CONSTRAINT merchants_country_shape CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT merchants_currency_shape CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT merchants_mcc_shape CHECK (mcc ~ '^[0-9]{4}$'),
  CONSTRAINT merchants_volume_positive CHECK (expected_monthly_volume >= 0 AND average_ticket >= 0),
  CONSTRAINT merchants_risk_known CHECK (risk_level IN ('low', 'medium', 'high', 'prohibited')),
  CONSTRAINT merchants_status_known CHECK (
    status IN ('draft', 'submitted', 'under_review', 'more_info', 'rejected', 'approved', 'active', 'suspended', 'closing', 'closed')
  ),
  CONSTRAINT merchants_active_may_all CHECK (status <> 'active' OR (can_pay AND can_refund AND can_withdraw AND can_payout)),
  CONSTRAINT merchants_suspended_may_less CHECK (
    status <> 'suspended' OR NOT (can_pay AND can_refund AND can_withdraw AND can_payout)
  ),
  CONSTRAINT merchants_pays_only_when_active CHECK (NOT can_pay OR status IN ('active', 'suspended')),
  CONSTRAINT merchants_two_people CHECK (
    approve_user_id IS NULL OR submit_user_id IS NULL OR approve_user_id <> submit_user_id
  )
);

CREATE UNIQUE INDEX merchants_registration_unique ON merchants (tenant_id, country, lower(registration_no)) WHERE status <> 'closed';

CREATE INDEX merchants_time_idx ON merchants (tenant_id, create_time DESC, id DESC);

CREATE INDEX merchants_name_idx ON merchants (tenant_id, name, id);

CREATE INDEX merchants_status_idx ON merchants (tenant_id, status, create_time DESC, id DESC);

CREATE INDEX merchants_org_idx ON merchants (tenant_id, org_id);

CREATE TABLE merchant_steps (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  from_status text,
  to_status text NOT NULL,
  user_id bigint,
  user_name text,
  reason text,
  CONSTRAINT merchant_steps_pk PRIMARY KEY (merchant_id, id)
);

-- The merchant that a person signs in for; only of people with the rank of members.
ALTER TABLE users ADD COLUMN merchant_id text COLLATE "C";

CREATE INDEX users_merchant_idx ON users (merchant_id) WHERE merchant_id IS NOT NULL;

-- stage: constraints
ALTER TABLE merchant_steps ADD CONSTRAINT merchant_steps_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
