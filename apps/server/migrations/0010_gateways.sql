-- Payment methods, the providers that offer them, the gateways built on those, and the accounts held at each gateway.
-- Reference tables all: small, read beside every payment, written by operators alone.

-- stage: tables
CREATE TABLE payment_methods (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  name_en text NOT NULL,
  name_zh_cn text NOT NULL,
  name_zh_tw text NOT NULL,
  category text NOT NULL,
  sort integer NOT NULL DEFAULT 100,
  status text NOT NULL DEFAULT 'enabled',
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT payment_methods_pk PRIMARY KEY (id),
  CONSTRAINT payment_methods_code_shape CHECK (code ~ '^[a-z][a-z0-9_]{1,31}$'),
  CONSTRAINT payment_methods_category_known CHECK (
    category IN ('card', 'wallet', 'bank_transfer', 'bank_debit', 'voucher', 'bnpl', 'local')
  ),
  CONSTRAINT payment_methods_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX payment_methods_code_unique ON payment_methods (tenant_id, code);

CREATE INDEX payment_methods_sort_idx ON payment_methods (tenant_id, sort, id);

CREATE TABLE upstream_gateways (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- The program that speaks to this provider.
  connector text NOT NULL,
  base_url_live text,
  base_url_test text,
  -- What an account needs to sign in: [{name, label, isSecret, isRequired}], the label in every language.
  credential_schema jsonb NOT NULL DEFAULT '[]',
  capabilities text[] NOT NULL DEFAULT '{}',
  -- Where the provider's minor unit departs from ISO 4217: [{currency, exponent}].
  exponent_overrides jsonb NOT NULL DEFAULT '[]',
  webhook_auth text NOT NULL DEFAULT 'hmac_sha256',
  timeout_ms integer NOT NULL DEFAULT 30000,
  rate_limit_per_second integer NOT NULL DEFAULT 50,
  idempotency_hours integer NOT NULL DEFAULT 24,
  settlement_file_format text,
  status text NOT NULL DEFAULT 'enabled',
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT upstream_gateways_pk PRIMARY KEY (id),
  CONSTRAINT upstream_gateways_code_shape CHECK (code ~ '^[a-z][a-z0-9_]{1,31}$'),
  CONSTRAINT upstream_gateways_auth_known CHECK (webhook_auth IN ('hmac_sha256', 'rsa_sha256', 'basic', 'mtls')),
  CONSTRAINT upstream_gateways_timeout_range CHECK (timeout_ms BETWEEN 1000 AND 120000),
  CONSTRAINT upstream_gateways_rate_range CHECK (rate_limit_per_second BETWEEN 1 AND 10000),
  CONSTRAINT upstream_gateways_idempotency_range CHECK (idempotency_hours BETWEEN 0 AND 8760),
  CONSTRAINT upstream_gateways_live_https CHECK (base_url_live IS NULL OR base_url_live ~ '^https://'),
  CONSTRAINT upstream_gateways_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX upstream_gateways_code_unique ON upstream_gateways (tenant_id, code);

CREATE TABLE upstream_methods (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  upstream_gateway_id text COLLATE "C" NOT NULL,
  payment_method_id text COLLATE "C" NOT NULL,
  -- What the provider calls the method.
  upstream_code text NOT NULL,
  flow text NOT NULL,
  -- Empty lists mean "every one".
  currencies text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  -- Per currency, in minor units as text: [{currency, min, max}].
  limits jsonb NOT NULL DEFAULT '[]',
  supports text[] NOT NULL DEFAULT '{}',
  refund_window_days integer NOT NULL DEFAULT 180,
  dispute_window_days integer NOT NULL DEFAULT 120,
  settlement_lag_days integer NOT NULL DEFAULT 2,
  -- What it costs where an account has no price of its own: millionths, and fixed parts [{currency, amount}].
  default_cost_percent integer NOT NULL,
  default_cost_fixed jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'enabled',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT upstream_methods_pk PRIMARY KEY (id),
  CONSTRAINT upstream_methods_flow_known CHECK (flow IN ('direct', 'redirect', 'qr', 'voucher', 'sdk')),
  CONSTRAINT upstream_methods_percent_range CHECK (default_cost_percent BETWEEN 0 AND 1000000),
  CONSTRAINT upstream_methods_days_range CHECK (
    refund_window_days BETWEEN 0 AND 3650 AND dispute_window_days BETWEEN 0 AND 3650 AND settlement_lag_days BETWEEN 0 AND 365
  ),
  CONSTRAINT upstream_methods_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX upstream_methods_pair_unique ON upstream_methods (upstream_gateway_id, payment_method_id);

CREATE INDEX upstream_methods_method_idx ON upstream_methods (payment_method_id);

CREATE TABLE gateways (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_no text COLLATE "C" NOT NULL,
  name text NOT NULL,
  upstream_gateway_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  region text,
  -- The company of ours that signed the contract.
  legal_entity text,
  -- Where the provider's day ends.
  cutoff_time text NOT NULL DEFAULT '00:00',
  cutoff_timezone text NOT NULL DEFAULT 'UTC',
  settlement_lag_days integer NOT NULL DEFAULT 2,
  business_calendar text,
  fee_bearing text NOT NULL DEFAULT 'absorb',
  priority integer NOT NULL DEFAULT 100,
  status text NOT NULL DEFAULT 'enabled',
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT gateways_pk PRIMARY KEY (id),
  CONSTRAINT gateways_no_unique UNIQUE (gateway_no),
  CONSTRAINT gateways_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT gateways_cutoff_shape CHECK (cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT gateways_lag_range CHECK (settlement_lag_days BETWEEN 0 AND 365),
  CONSTRAINT gateways_bearing_known CHECK (fee_bearing IN ('absorb', 'passthrough')),
  CONSTRAINT gateways_status_known CHECK (status IN ('enabled', 'draining', 'disabled'))
);

CREATE UNIQUE INDEX gateways_name_unique ON gateways (tenant_id, mode, lower(name));

CREATE INDEX gateways_upstream_idx ON gateways (upstream_gateway_id);

CREATE TABLE gateway_taxes (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_id text COLLATE "C" NOT NULL,
  country text NOT NULL,
  base text NOT NULL,
  tax_name text NOT NULL,
  -- Millionths.
  rate integer NOT NULL,
  is_inclusive boolean NOT NULL DEFAULT false,
  -- In which it is declared to the authority; null where that is the fee's own.
  currency text,
  registration_no text,
  valid_from date NOT NULL,
  -- The first day on which it holds no longer.
  valid_to date,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT gateway_taxes_pk PRIMARY KEY (id),
  CONSTRAINT gateway_taxes_country_shape CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT gateway_taxes_base_known CHECK (base IN ('our_fee', 'gateway_fee', 'gross')),
  CONSTRAINT gateway_taxes_rate_range CHECK (rate BETWEEN 0 AND 1000000),
  CONSTRAINT gateway_taxes_currency_shape CHECK (currency IS NULL OR currency ~ '^[A-Z]{3}$'),
  CONSTRAINT gateway_taxes_not_empty CHECK (valid_to IS NULL OR valid_to > valid_from)
);

-- Two rows of a country and base never hold on the same day: whoever writes locks the gateway and looks; these two stand behind it.
CREATE UNIQUE INDEX gateway_taxes_start_unique ON gateway_taxes (gateway_id, country, base, valid_from);

CREATE UNIQUE INDEX gateway_taxes_open_unique ON gateway_taxes (gateway_id, country, base) WHERE valid_to IS NULL;

CREATE TABLE gateway_accounts (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  account_no text COLLATE "C" NOT NULL,
  name text NOT NULL,
  gateway_id text COLLATE "C" NOT NULL,
  -- The gateway's, kept here because every choice of a route asks for it.
  mode text NOT NULL,
  upstream_mid text NOT NULL,
  currencies text[] NOT NULL,
  settlement_currency text NOT NULL,
  mccs text[] NOT NULL DEFAULT '{}',
  descriptor_prefix text,
  -- Per currency, in minor units as text: [{currency, min, max, dailyAmount, dailyCount, monthlyAmount}].
  limits jsonb NOT NULL DEFAULT '[]',
  weight integer NOT NULL DEFAULT 100,
  priority integer NOT NULL DEFAULT 100,
  status text NOT NULL DEFAULT 'disabled',
  -- As measured; what an operator forces wins until it ends.
  health text NOT NULL DEFAULT 'healthy',
  health_time timestamptz(3),
  forced_health text,
  forced_until timestamptz(3),
  forced_reason text,
  forced_user_name text,
  -- The secret part of the address to which the provider sends its notifications.
  webhook_token text COLLATE "C" NOT NULL,
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT gateway_accounts_pk PRIMARY KEY (id),
  CONSTRAINT gateway_accounts_no_unique UNIQUE (account_no),
  CONSTRAINT gateway_accounts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT gateway_accounts_settles_shape CHECK (settlement_currency ~ '^[A-Z]{3}$'),
  CONSTRAINT gateway_accounts_weight_range CHECK (weight BETWEEN 0 AND 10000),
  CONSTRAINT gateway_accounts_priority_range CHECK (priority BETWEEN 0 AND 10000),
  CONSTRAINT gateway_accounts_status_known CHECK (status IN ('enabled', 'draining', 'disabled')),
  CONSTRAINT gateway_accounts_health_known CHECK (health IN ('healthy', 'degraded', 'down')),
  CONSTRAINT gateway_accounts_forced_known CHECK (forced_health IN ('healthy', 'degraded', 'down')),
  CONSTRAINT gateway_accounts_forced_whole CHECK ((forced_health IS NULL) = (forced_until IS NULL))
);

CREATE UNIQUE INDEX gateway_accounts_mid_unique ON gateway_accounts (gateway_id, upstream_mid);

CREATE UNIQUE INDEX gateway_accounts_token_unique ON gateway_accounts (webhook_token);

CREATE INDEX gateway_accounts_time_idx ON gateway_accounts (tenant_id, create_time DESC, id DESC);

-- One row for each credential; the value is sealed for this account and this name, and opens nowhere else.
CREATE TABLE gateway_credentials (
  gateway_account_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sealed text NOT NULL,
  set_time timestamptz(3) NOT NULL,
  set_user_name text,
  CONSTRAINT gateway_credentials_pk PRIMARY KEY (gateway_account_id, name)
);

-- Credentials that wait for a second person. Their sealed values go when it is decided.
CREATE TABLE credential_changes (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  names text[] NOT NULL,
  sealed text,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  create_time timestamptz(3) NOT NULL,
  create_user_id bigint NOT NULL,
  create_user_name text,
  decide_time timestamptz(3),
  decide_user_id bigint,
  decide_user_name text,
  decide_reason text,
  CONSTRAINT credential_changes_pk PRIMARY KEY (id),
  CONSTRAINT credential_changes_status_known CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn')),
  CONSTRAINT credential_changes_two_people CHECK (status <> 'approved' OR decide_user_id <> create_user_id),
  CONSTRAINT credential_changes_decided CHECK ((status = 'pending') = (decide_time IS NULL)),
  CONSTRAINT credential_changes_emptied CHECK ((status = 'pending') = (sealed IS NOT NULL))
);

CREATE UNIQUE INDEX credential_changes_pending_unique ON credential_changes (gateway_account_id) WHERE status = 'pending';

CREATE INDEX credential_changes_account_idx ON credential_changes (gateway_account_id, create_time DESC);

CREATE TABLE gateway_methods (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  payment_method_id text COLLATE "C" NOT NULL,
  cost_model text NOT NULL DEFAULT 'blended',
  -- Fixed amounts per currency, in minor units as text: [{currency, amount}].
  refund_cost jsonb NOT NULL DEFAULT '[]',
  dispute_cost jsonb NOT NULL DEFAULT '[]',
  -- Narrower than the provider's; empty lists narrow nothing.
  limits jsonb NOT NULL DEFAULT '[]',
  currencies text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'enabled',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT gateway_methods_pk PRIMARY KEY (id),
  CONSTRAINT gateway_methods_model_known CHECK (cost_model IN ('blended', 'interchange_plus')),
  CONSTRAINT gateway_methods_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX gateway_methods_pair_unique ON gateway_methods (gateway_account_id, payment_method_id);

CREATE INDEX gateway_methods_method_idx ON gateway_methods (payment_method_id);

-- What a method costs us from a day on. A price is never changed: the next one starts on another day.
CREATE TABLE gateway_method_costs (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_method_id text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  card_region text NOT NULL DEFAULT 'any',
  -- Millionths.
  percent integer NOT NULL,
  -- Minor units of the currency; numeric, because the driver reads it as text whatever its size.
  fixed numeric(19, 0) NOT NULL DEFAULT 0,
  minimum numeric(19, 0),
  maximum numeric(19, 0),
  valid_from date NOT NULL,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  CONSTRAINT gateway_method_costs_pk PRIMARY KEY (id),
  CONSTRAINT method_costs_currency_shape CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT method_costs_region_known CHECK (card_region IN ('any', 'domestic', 'intra', 'inter')),
  CONSTRAINT method_costs_percent_range CHECK (percent BETWEEN 0 AND 1000000),
  CONSTRAINT method_costs_not_negative CHECK (fixed >= 0 AND minimum >= 0 AND maximum >= 0),
  CONSTRAINT method_costs_limits_ordered CHECK (minimum <= maximum)
);

CREATE UNIQUE INDEX method_costs_start_unique ON gateway_method_costs (gateway_method_id, currency, card_region, valid_from);

-- stage: constraints
ALTER TABLE upstream_methods
  ADD CONSTRAINT upstream_methods_upstream_fk FOREIGN KEY (upstream_gateway_id) REFERENCES upstream_gateways (id);

ALTER TABLE upstream_methods
  ADD CONSTRAINT upstream_methods_method_fk FOREIGN KEY (payment_method_id) REFERENCES payment_methods (id);

ALTER TABLE gateways ADD CONSTRAINT gateways_upstream_fk FOREIGN KEY (upstream_gateway_id) REFERENCES upstream_gateways (id);

ALTER TABLE gateway_taxes ADD CONSTRAINT gateway_taxes_gateway_fk FOREIGN KEY (gateway_id) REFERENCES gateways (id);

ALTER TABLE gateway_accounts ADD CONSTRAINT gateway_accounts_gateway_fk FOREIGN KEY (gateway_id) REFERENCES gateways (id);

ALTER TABLE gateway_credentials
  ADD CONSTRAINT gateway_credentials_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

ALTER TABLE credential_changes
  ADD CONSTRAINT credential_changes_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

ALTER TABLE gateway_methods
  ADD CONSTRAINT gateway_methods_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

ALTER TABLE gateway_methods
  ADD CONSTRAINT gateway_methods_method_fk FOREIGN KEY (payment_method_id) REFERENCES payment_methods (id);

ALTER TABLE gateway_method_costs
  ADD CONSTRAINT method_costs_method_fk FOREIGN KEY (gateway_method_id) REFERENCES gateway_methods (id);
