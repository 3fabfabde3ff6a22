-- Channels, which of them merchants offer, the gateway accounts that merchants are bound to, and how calls to accounts go.
-- Configuration is small and read beside every payment, so it lies on every node. What is counted lies on one, outside
-- the transactions of payments: no payment waits for another because both are counted.

-- stage: tables
CREATE TABLE channels (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  channel_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  payment_method_id text COLLATE "C" NOT NULL,
  -- Null: the accounts of every gateway may answer.
  gateway_id text COLLATE "C",
  -- Empty lists mean "every one".
  currencies text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  checkout_label jsonb,
  sort integer NOT NULL DEFAULT 100,
  -- Per currency, in minor units as text: [{currency, min, max}].
  limits jsonb NOT NULL DEFAULT '[]',
  -- The list price: millionths, and fixed parts [{currency, amount}].
  recommended_percent integer NOT NULL DEFAULT 0,
  recommended_fixed jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'enabled',
  -- Inside the window nobody pays over the channel, whatever its status.
  maintenance_from timestamptz(3),
  maintenance_to timestamptz(3),
  maintenance_message jsonb,
  remark text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT channels_pk PRIMARY KEY (id),
  CONSTRAINT channels_code_shape CHECK (channel_code ~ '^[a-z][a-z0-9_]{1,31}$'),
  CONSTRAINT channels_percent_range CHECK (recommended_percent BETWEEN 0 AND 1000000),
  CONSTRAINT channels_status_known CHECK (status IN ('enabled', 'disabled')),
  CONSTRAINT channels_window_whole CHECK ((maintenance_from IS NULL) = (maintenance_to IS NULL)),
  CONSTRAINT channels_window_ordered CHECK (maintenance_from < maintenance_to)
);

CREATE UNIQUE INDEX channels_code_unique ON channels (tenant_id, channel_code);

CREATE INDEX channels_method_idx ON channels (payment_method_id);

CREATE INDEX channels_gateway_idx ON channels (gateway_id) WHERE gateway_id IS NOT NULL;

CREATE TABLE mer_gateway_account_cfgs (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C" CONSTRAINT mer_gateway_accounts_account_given NOT NULL,
  -- The account's, kept here because every choice of a route asks for it.
  mode text NOT NULL,
  priority integer NOT NULL,
  weight integer NOT NULL,
  -- Empty lists mean "every one".
  coin_app_ids text[] NOT NULL DEFAULT '{}',
  payment_methods text[] NOT NULL DEFAULT '{}',
  payment_types text[] NOT NULL DEFAULT '{}',
  currencies text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  bin_countries text[] NOT NULL DEFAULT '{}',
  -- Per currency, in minor units as text: [{currency, dailyAmount, dailyCount, monthlyAmount}].
  limits jsonb NOT NULL DEFAULT '[]',
  sub_mid text,
  descriptor text,
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  status text NOT NULL,
  -- What a change of a live binding would set, until somebody else decides.
  proposal jsonb,
  propose_user_id bigint,
  propose_user_name text,
  propose_time timestamptz(3),
  approve_user_id bigint,
  approve_user_name text,
  approve_time timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT mer_gateway_accounts_pk PRIMARY KEY (id),
  CONSTRAINT mer_gateway_accounts_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT mer_gateway_accounts_status_known CHECK (status IN ('pending', 'enabled', 'disabled')),
  CONSTRAINT mer_gateway_accounts_priority_range CHECK (priority BETWEEN 1 AND 999),
  CONSTRAINT mer_gateway_accounts_weight_range CHECK (weight BETWEEN 0 AND 100),
  CONSTRAINT mer_gateway_accounts_window CHECK (valid_to > valid_from),
  CONSTRAINT mer_gateway_accounts_proposal_whole CHECK ((proposal IS NULL) = (propose_time IS NULL)),
  CONSTRAINT mer_gateway_accounts_pending_waits CHECK (status <> 'pending' OR proposal IS NOT NULL),
  -- While nothing waits, the last change was made by one person and approved by another.
  CONSTRAINT mer_gateway_accounts_two_people CHECK (
    approve_user_id IS NULL OR propose_user_id IS NULL OR approve_user_id <> propose_user_id
  )
);

CREATE UNIQUE INDEX mer_gateway_accounts_unique ON mer_gateway_account_cfgs (merchant_id, gateway_account_id);

CREATE INDEX mer_gateway_accounts_account_idx ON mer_gateway_account_cfgs (gateway_account_id);

CREATE INDEX mer_gateway_accounts_time_idx ON mer_gateway_account_cfgs (tenant_id, create_time DESC, id DESC);

-- How the orders of a merchant are routed in one mode, where it is not by priority and weight alone.
CREATE TABLE merchant_routings (
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  tenant_id bigint NOT NULL,
  strategy text NOT NULL,
  rules jsonb NOT NULL DEFAULT '[]',
  fallback_account_ids text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT merchant_routings_pk PRIMARY KEY (merchant_id, mode),
  CONSTRAINT merchant_routings_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT merchant_routings_strategy_known CHECK (
    strategy IN ('priority_weight', 'least_cost', 'success_rate', 'rule')
  )
);

CREATE TABLE mer_pay_channel_cfgs (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  -- Null: for every app that has no line of its own.
  coin_app_id text COLLATE "C",
  channel_id text COLLATE "C" NOT NULL,
  is_offered boolean NOT NULL DEFAULT true,
  sort integer NOT NULL DEFAULT 100,
  -- Empty lists mean "every one".
  currencies text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  devices text[] NOT NULL DEFAULT '{}',
  -- Per currency, in minor units as text: [{currency, min, max}].
  limits jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'enabled',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT mer_pay_channels_pk PRIMARY KEY (id),
  CONSTRAINT mer_pay_channels_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX mer_pay_channels_unique ON mer_pay_channel_cfgs (merchant_id, coalesce(coin_app_id, ''), channel_id);

CREATE INDEX mer_pay_channels_channel_idx ON mer_pay_channel_cfgs (channel_id);

CREATE INDEX mer_pay_channels_sort_idx ON mer_pay_channel_cfgs (tenant_id, sort, id);

-- Calls to gateway accounts of the last minutes: each node adds one row a second at most. Rows are read and go.
CREATE TABLE gateway_calls (
  id text COLLATE "C" NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  calls integer NOT NULL,
  failures integer NOT NULL,
  -- Failures after the last call of the row that was answered.
  trailing_failures integer NOT NULL,
  is_misconfigured boolean NOT NULL DEFAULT false,
  latency_ms bigint NOT NULL,
  CONSTRAINT gateway_calls_pk PRIMARY KEY (id),
  CONSTRAINT gateway_calls_counted CHECK (calls > 0 AND failures BETWEEN 0 AND calls)
);

CREATE INDEX gateway_calls_account_idx ON gateway_calls (gateway_account_id, at DESC);

CREATE INDEX gateway_calls_time_idx ON gateway_calls (at);

-- What is known about an account between two looks at its calls.
CREATE TABLE gateway_account_healths (
  gateway_account_id text COLLATE "C" CONSTRAINT account_healths_account_given NOT NULL,
  health text NOT NULL,
  since timestamptz(3) NOT NULL,
  probe_at timestamptz(3),
  good_probes integer NOT NULL DEFAULT 0,
  bad_at timestamptz(3),
  cause text,
  CONSTRAINT gateway_account_healths_pk PRIMARY KEY (gateway_account_id),
  CONSTRAINT account_healths_health_known CHECK (health IN ('healthy', 'degraded', 'down')),
  CONSTRAINT account_healths_down_is_asked CHECK ((health = 'down') = (probe_at IS NOT NULL))
);

-- What was paid over an account in a day or a month (UTC): by every merchant (the empty id) and by each.
CREATE TABLE route_usages (
  gateway_account_id text COLLATE "C" NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  -- 2026-11-21 or 2026-11.
  period text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  amount numeric(19, 0) NOT NULL,
  payments integer NOT NULL,
  CONSTRAINT route_usages_pk PRIMARY KEY (gateway_account_id, merchant_id, period, currency)
);

-- Approvals per account, method, issuer's country and hour, from which rates are worked out.
CREATE TABLE route_approvals (
  gateway_account_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  -- Empty where it is not known.
  bin_country text NOT NULL,
  hour timestamptz(3) NOT NULL,
  attempts integer NOT NULL,
  approved integer NOT NULL,
  CONSTRAINT route_approvals_pk PRIMARY KEY (gateway_account_id, method, bin_country, hour),
  CONSTRAINT route_approvals_counted CHECK (approved BETWEEN 0 AND attempts)
);

CREATE INDEX route_approvals_hour_idx ON route_approvals (hour);

-- The sums of the last seven days, worked out every ten minutes; an account's own sum has neither method nor country.
CREATE TABLE route_rates (
  gateway_account_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  bin_country text NOT NULL,
  attempts integer NOT NULL,
  approved integer NOT NULL,
  CONSTRAINT route_rates_pk PRIMARY KEY (gateway_account_id, method, bin_country)
);

-- stage: constraints
ALTER TABLE channels ADD CONSTRAINT channels_method_fk FOREIGN KEY (payment_method_id) REFERENCES payment_methods (id);

ALTER TABLE channels ADD CONSTRAINT channels_gateway_fk FOREIGN KEY (gateway_id) REFERENCES gateways (id);

ALTER TABLE mer_gateway_account_cfgs
  ADD CONSTRAINT mer_gateway_accounts_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE mer_gateway_account_cfgs
  ADD CONSTRAINT mer_gateway_accounts_account_fk FOREIGN KEY (gateway_account_id) REFERENCES gateway_accounts (id);

ALTER TABLE merchant_routings
  ADD CONSTRAINT merchant_routings_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE mer_pay_channel_cfgs
  ADD CONSTRAINT mer_pay_channels_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE mer_pay_channel_cfgs
  ADD CONSTRAINT mer_pay_channels_channel_fk FOREIGN KEY (channel_id) REFERENCES channels (id);
