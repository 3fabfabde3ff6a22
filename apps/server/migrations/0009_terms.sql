-- Merchants' apps with their keys, and the terms they pay by: account terms, fee rules, payment types, locked rates.
-- Configuration is small and read beside every payment, so it lies on every node; what grows with payments is spread.

-- stage: tables
CREATE TABLE coin_apps (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  app_no text COLLATE "C" NOT NULL,
  name text NOT NULL,
  category text NOT NULL DEFAULT 'other',
  description text,
  platforms text[] NOT NULL DEFAULT '{}',
  descriptor_suffix text,
  default_currency text NOT NULL,
  return_url text,
  cancel_url text,
  notify_url text,
  max_attempts integer NOT NULL DEFAULT 3,
  order_expire_minutes integer NOT NULL DEFAULT 30,
  status text NOT NULL DEFAULT 'enabled',
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT coin_apps_pk PRIMARY KEY (id),
  CONSTRAINT coin_apps_no_unique UNIQUE (app_no),
  CONSTRAINT coin_apps_category_known CHECK (
    category IN ('game', 'software', 'content', 'education', 'travel', 'retail', 'service', 'other')
  ),
  CONSTRAINT coin_apps_currency_shape CHECK (default_currency ~ '^[A-Z]{3}$'),
  CONSTRAINT coin_apps_attempts_within CHECK (max_attempts BETWEEN 1 AND 10),
  CONSTRAINT coin_apps_expiry_within CHECK (order_expire_minutes BETWEEN 5 AND 10080),
  CONSTRAINT coin_apps_status_known CHECK (status IN ('enabled', 'disabled'))
);

CREATE UNIQUE INDEX coin_apps_name_unique ON coin_apps (merchant_id, lower(name));

CREATE INDEX coin_apps_time_idx ON coin_apps (tenant_id, create_time DESC, id DESC);

-- One key per app and mode. The key itself is public; its secrets are sealed for this row and generation.
CREATE TABLE app_keys (
  app_key text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  app_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  publishable_key text COLLATE "C" NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  allowed_ips text[] NOT NULL DEFAULT '{}',
  is_enabled boolean NOT NULL DEFAULT false,
  expire_time timestamptz(3),
  last_used_time timestamptz(3),
  generation integer NOT NULL DEFAULT 0,
  secret_sealed text,
  secret_time timestamptz(3),
  previous_sealed text,
  previous_until timestamptz(3),
  CONSTRAINT app_keys_pk PRIMARY KEY (app_key),
  CONSTRAINT app_keys_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT app_keys_secret_dated CHECK ((secret_sealed IS NULL) = (secret_time IS NULL)),
  CONSTRAINT app_keys_previous_ends CHECK ((previous_sealed IS NULL) = (previous_until IS NULL))
);

CREATE UNIQUE INDEX app_keys_app_mode_unique ON app_keys (app_id, mode);

CREATE UNIQUE INDEX app_keys_publishable_unique ON app_keys (publishable_key);

CREATE INDEX app_keys_merchant_idx ON app_keys (merchant_id);

-- What a merchant and the operator agreed, per settlement currency. A change is a new row: rows that were approved hold
-- from valid_from to valid_to and are never rewritten but for their end.
CREATE TABLE account_terms (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  settlement_currency text NOT NULL,
  settlement_days integer NOT NULL,
  settlement_frequency text NOT NULL,
  -- ISO weekday for weekly, day of the month for monthly collection.
  settlement_day integer,
  calendars text[] NOT NULL DEFAULT '{}',
  settlement_zone text NOT NULL,
  -- Local time from which a capture counts for the next day, HH:MM; midnight where there is none.
  cutoff_time text,
  min_settlement_amount numeric(19, 0) NOT NULL DEFAULT 0,
  auto_settle boolean NOT NULL DEFAULT true,
  reserve_type text NOT NULL DEFAULT 'none',
  reserve_ratio integer NOT NULL DEFAULT 0,
  reserve_days integer NOT NULL DEFAULT 0,
  reserve_cap numeric(19, 0),
  fixed_deposit_target numeric(19, 0),
  negative_balance_limit numeric(19, 0) NOT NULL DEFAULT 0,
  withdraw_min numeric(19, 0) NOT NULL DEFAULT 0,
  withdraw_max numeric(19, 0),
  withdraw_daily_max numeric(19, 0),
  withdraw_step numeric(19, 0) NOT NULL DEFAULT 1,
  withdraw_fee_percent integer NOT NULL DEFAULT 0,
  withdraw_fee_fixed numeric(19, 0) NOT NULL DEFAULT 0,
  withdraw_fee_mode text NOT NULL DEFAULT 'inside',
  auto_approve_limit numeric(19, 0) NOT NULL DEFAULT 0,
  min_retained numeric(19, 0) NOT NULL DEFAULT 0,
  fx_markup integer NOT NULL DEFAULT 0,
  gateway_fee_mode text NOT NULL DEFAULT 'absorb',
  refund_source text NOT NULL DEFAULT 'auto',
  late_success_policy text NOT NULL DEFAULT 'auto_refund',
  remark text,
  valid_from timestamptz(3) NOT NULL,
  valid_to timestamptz(3),
  decision text NOT NULL DEFAULT 'pending',
  decision_reason text,
  decide_time timestamptz(3),
  approve_user_id bigint,
  approve_user_name text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT account_terms_pk PRIMARY KEY (id),
  CONSTRAINT account_terms_currency_shape CHECK (settlement_currency ~ '^[A-Z]{3}$'),
  CONSTRAINT account_terms_days_within CHECK (settlement_days BETWEEN 0 AND 30),
  CONSTRAINT account_terms_frequency_known CHECK (
    (settlement_frequency = 'daily' AND settlement_day IS NULL)
    OR (settlement_frequency = 'weekly' AND coalesce(settlement_day, 0) BETWEEN 1 AND 7)
    OR (settlement_frequency = 'monthly' AND coalesce(settlement_day, 0) BETWEEN 1 AND 28)
  ),
  CONSTRAINT account_terms_cutoff_shape CHECK (cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT account_terms_reserve_known CHECK (reserve_type IN ('none', 'rolling', 'fixed')),
  CONSTRAINT account_terms_reserve_within CHECK (
    reserve_ratio BETWEEN 0 AND 500000 AND reserve_days BETWEEN 0 AND 540
  ),
  CONSTRAINT account_terms_amounts_positive CHECK (
    min_settlement_amount >= 0 AND reserve_cap >= 0 AND fixed_deposit_target >= 0 AND negative_balance_limit >= 0
    AND withdraw_min >= 0 AND withdraw_max >= withdraw_min AND withdraw_daily_max >= 0 AND withdraw_step >= 1
    AND withdraw_fee_fixed >= 0 AND auto_approve_limit >= 0 AND min_retained >= 0
  ),
  CONSTRAINT account_terms_rates_within CHECK (
    withdraw_fee_percent BETWEEN 0 AND 1000000 AND fx_markup BETWEEN 0 AND 100000
  ),
  CONSTRAINT account_terms_modes_known CHECK (
    withdraw_fee_mode IN ('inside', 'on_top') AND gateway_fee_mode IN ('absorb', 'passthrough')
    AND refund_source IN ('auto', 'available_only') AND late_success_policy IN ('accept', 'auto_refund')
  ),
  CONSTRAINT account_terms_decision_known CHECK (decision IN ('pending', 'approved', 'rejected')),
  CONSTRAINT account_terms_span_forward CHECK (valid_to >= valid_from),
  CONSTRAINT account_terms_two_people CHECK (approve_user_id <> create_user_id)
);

-- Of approved rows only one has no end, and only one change waits at a time: with ends set in the same transaction
-- under the merchant's lock, no two rows of a currency are ever in force at once.
CREATE UNIQUE INDEX account_terms_open_unique ON account_terms (merchant_id, settlement_currency)
  WHERE decision = 'approved' AND valid_to IS NULL;

CREATE UNIQUE INDEX account_terms_pending_unique ON account_terms (merchant_id, settlement_currency)
  WHERE decision = 'pending';

CREATE INDEX account_terms_merchant_idx ON account_terms (merchant_id, settlement_currency, valid_from DESC);

CREATE INDEX account_terms_time_idx ON account_terms (tenant_id, create_time DESC, id DESC);

-- Prices. Without a merchant a rule is part of the tenant's own price list, which applies where a merchant has none.
CREATE TABLE fee_rules (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C",
  method text COLLATE "C",
  method_category text,
  gateway_account_id text COLLATE "C",
  -- The settlement currency, in which the fee is taken and the amounts below are kept.
  currency text,
  card_region text NOT NULL DEFAULT 'any',
  percent integer NOT NULL,
  fixed numeric(19, 0) NOT NULL DEFAULT 0,
  min_fee numeric(19, 0),
  max_fee numeric(19, 0),
  tier_mode text NOT NULL DEFAULT 'none',
  -- [{from: minor units as text, percent: millionths}], rising from zero.
  tiers jsonb NOT NULL DEFAULT '[]',
  refund_fee numeric(19, 0) NOT NULL DEFAULT 0,
  refund_fee_percent integer NOT NULL DEFAULT 0,
  return_fee_on_refund text NOT NULL DEFAULT 'none',
  inquiry_fee numeric(19, 0) NOT NULL DEFAULT 0,
  dispute_penalty numeric(19, 0) NOT NULL DEFAULT 0,
  dispute_penalty_refund_on_win boolean NOT NULL DEFAULT false,
  refusal_penalty numeric(19, 0) NOT NULL DEFAULT 0,
  settlement_days integer,
  reserve_ratio integer,
  reserve_days integer,
  gateway_fee_mode text NOT NULL DEFAULT 'inherit',
  min_amount numeric(19, 0),
  max_amount numeric(19, 0),
  daily_amount numeric(19, 0),
  three_ds_policy text NOT NULL DEFAULT 'inherit',
  remark text,
  valid_from timestamptz(3) NOT NULL,
  valid_to timestamptz(3),
  decision text NOT NULL DEFAULT 'pending',
  decision_reason text,
  decide_time timestamptz(3),
  approve_user_id bigint,
  approve_user_name text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT fee_rules_pk PRIMARY KEY (id),
  CONSTRAINT fee_rules_category_known CHECK (
    method_category IN ('card', 'wallet', 'bank_transfer', 'bank_debit', 'voucher', 'bnpl', 'local')
  ),
  CONSTRAINT fee_rules_method_or_category CHECK (method IS NULL OR method_category IS NULL),
  CONSTRAINT fee_rules_currency_shape CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT fee_rules_region_known CHECK (card_region IN ('any', 'domestic', 'intra', 'inter')),
  CONSTRAINT fee_rules_rates_within CHECK (
    percent BETWEEN 0 AND 1000000 AND refund_fee_percent BETWEEN 0 AND 1000000
    AND reserve_ratio BETWEEN 0 AND 500000 AND reserve_days BETWEEN 0 AND 540 AND settlement_days BETWEEN 0 AND 30
  ),
  CONSTRAINT fee_rules_amounts_positive CHECK (
    fixed >= 0 AND min_fee >= 0 AND max_fee >= coalesce(min_fee, 0) AND refund_fee >= 0 AND inquiry_fee >= 0
    AND dispute_penalty >= 0 AND refusal_penalty >= 0 AND min_amount >= 0 AND max_amount >= coalesce(min_amount, 0)
    AND daily_amount >= 0
  ),
  -- An amount without a currency would be converted silently.
  CONSTRAINT fee_rules_amounts_priced CHECK (
    currency IS NOT NULL OR (
      fixed = 0 AND min_fee IS NULL AND max_fee IS NULL AND refund_fee = 0 AND inquiry_fee = 0 AND dispute_penalty = 0
      AND refusal_penalty = 0 AND min_amount IS NULL AND max_amount IS NULL AND daily_amount IS NULL
      AND tier_mode = 'none'
    )
  ),
  CONSTRAINT fee_rules_modes_known CHECK (
    tier_mode IN ('none', 'whole', 'graduated') AND return_fee_on_refund IN ('none', 'proportional')
    AND gateway_fee_mode IN ('inherit', 'absorb', 'passthrough')
    AND three_ds_policy IN ('inherit', 'never', 'risk_based', 'always')
  ),
  CONSTRAINT fee_rules_tiers_used CHECK ((tier_mode = 'none') = (jsonb_array_length(tiers) = 0)),
  CONSTRAINT fee_rules_decision_known CHECK (decision IN ('pending', 'approved', 'rejected')),
  CONSTRAINT fee_rules_span_forward CHECK (valid_to >= valid_from),
  CONSTRAINT fee_rules_two_people CHECK (approve_user_id <> create_user_id)
);

-- As for account terms; what is left open is written as an empty text, because nulls differ from one another.
CREATE UNIQUE INDEX fee_rules_open_unique ON fee_rules (
  tenant_id, coalesce(merchant_id, ''), coalesce(method, ''), coalesce(method_category, ''),
  coalesce(gateway_account_id, ''), coalesce(currency, ''), card_region
) WHERE decision = 'approved' AND valid_to IS NULL;

CREATE UNIQUE INDEX fee_rules_pending_unique ON fee_rules (
  tenant_id, coalesce(merchant_id, ''), coalesce(method, ''), coalesce(method_category, ''),
  coalesce(gateway_account_id, ''), coalesce(currency, ''), card_region
) WHERE decision = 'pending';

CREATE INDEX fee_rules_merchant_idx ON fee_rules (merchant_id, valid_from DESC);

CREATE INDEX fee_rules_time_idx ON fee_rules (tenant_id, create_time DESC, id DESC);

CREATE TABLE payment_type_terms (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  coin_app_id text COLLATE "C",
  payment_type text NOT NULL,
  status text NOT NULL DEFAULT 'enabled',
  require_cvc boolean NOT NULL DEFAULT true,
  require_three_ds boolean NOT NULL DEFAULT false,
  allow_saved_card boolean NOT NULL DEFAULT false,
  allow_manual_capture boolean NOT NULL DEFAULT false,
  max_attempts integer,
  order_expire_minutes integer,
  -- [{currency, perTransactionMax, dailyMax}], minor units as text or null.
  limits jsonb NOT NULL DEFAULT '[]',
  pci_level text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT payment_type_terms_pk PRIMARY KEY (id),
  CONSTRAINT type_terms_type_known CHECK (
    payment_type IN (
      'hosted_page', 'server_to_server', 'payment_link', 'virtual_page', 'subscription', 'moto', 'payout'
    )
  ),
  CONSTRAINT type_terms_status_known CHECK (status IN ('enabled', 'disabled')),
  CONSTRAINT type_terms_attempts_within CHECK (max_attempts BETWEEN 1 AND 10),
  CONSTRAINT type_terms_expiry_within CHECK (order_expire_minutes BETWEEN 5 AND 10080),
  CONSTRAINT type_terms_pci_known CHECK (pci_level IN ('saq_a', 'saq_a_ep', 'saq_d')),
  -- Whoever receives card numbers on servers of its own answers the whole questionnaire.
  CONSTRAINT type_terms_cards_need_saq_d CHECK (
    payment_type <> 'server_to_server' OR status = 'disabled' OR coalesce(pci_level, '') = 'saq_d'
  )
);

CREATE UNIQUE INDEX type_terms_unique ON payment_type_terms (
  merchant_id, coalesce(coin_app_id, ''), payment_type
);

CREATE INDEX type_terms_app_idx ON payment_type_terms (coin_app_id);

CREATE INDEX type_terms_time_idx ON payment_type_terms (tenant_id, create_time DESC, id DESC);

-- Captured volume of a calendar month in the merchant's time zone: what tiers of a fee are reached by.
CREATE TABLE merchant_volumes (
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  month text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  captured numeric(19, 0) NOT NULL,
  CONSTRAINT merchant_volumes_pk PRIMARY KEY (merchant_id, mode, month, currency),
  CONSTRAINT merchant_volumes_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT merchant_volumes_month_shape CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  CONSTRAINT merchant_volumes_currency_shape CHECK (currency ~ '^[A-Z]{3}$')
);

-- Rates promised to a merchant until an instant; each is used once.
CREATE TABLE fx_quotes (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  base_currency text NOT NULL,
  quote_currency text NOT NULL,
  side text NOT NULL,
  mid numeric NOT NULL,
  markup integer NOT NULL,
  rate numeric NOT NULL,
  -- Minor units of the base currency, and what they are worth at the promised rate and at the mid rate.
  base_amount numeric(19, 0) NOT NULL,
  quote_amount numeric(19, 0) NOT NULL,
  mid_amount numeric(19, 0) NOT NULL,
  rate_ids jsonb NOT NULL DEFAULT '[]',
  create_time timestamptz(3) NOT NULL,
  expire_time timestamptz(3) NOT NULL,
  use_time timestamptz(3),
  used_by text,
  CONSTRAINT fx_quotes_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT fx_quotes_side_known CHECK (side IN ('sellsBase', 'buysBase')),
  CONSTRAINT fx_quotes_currencies_shape CHECK (base_currency ~ '^[A-Z]{3}$' AND quote_currency ~ '^[A-Z]{3}$'),
  CONSTRAINT fx_quotes_rates_positive CHECK (mid > 0 AND rate > 0 AND markup BETWEEN 0 AND 100000),
  CONSTRAINT fx_quotes_used_by_whom CHECK ((use_time IS NULL) = (used_by IS NULL))
);

-- stage: constraints
ALTER TABLE coin_apps ADD CONSTRAINT coin_apps_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE app_keys ADD CONSTRAINT app_keys_app_fk FOREIGN KEY (app_id) REFERENCES coin_apps (id);

ALTER TABLE app_keys ADD CONSTRAINT app_keys_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE account_terms
  ADD CONSTRAINT account_terms_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE fee_rules
  ADD CONSTRAINT fee_rules_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE payment_type_terms
  ADD CONSTRAINT payment_type_terms_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE payment_type_terms
  ADD CONSTRAINT payment_type_terms_app_fk FOREIGN KEY (coin_app_id) REFERENCES coin_apps (id);

ALTER TABLE merchant_volumes
  ADD CONSTRAINT merchant_volumes_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);

ALTER TABLE fx_quotes ADD CONSTRAINT fx_quotes_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
