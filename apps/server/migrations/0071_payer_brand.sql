-- How an app shows itself to payers: names by language, a colour, a logo.

-- stage: tables
ALTER TABLE coin_apps
  ADD COLUMN payer_names jsonb,
  ADD COLUMN brand_color text COLLATE "C",
  ADD CONSTRAINT coin_apps_brand_color_shape CHECK (brand_color ~ '^#[0-9a-f]{6}$');

CREATE TABLE app_logos (
  app_id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  checksum text COLLATE "C" NOT NULL,
  update_time timestamptz(3) NOT NULL,
  CONSTRAINT app_logos_pk PRIMARY KEY (app_id),
  CONSTRAINT app_logos_type_known CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CONSTRAINT app_logos_small CHECK (octet_length(content) <= 12288)
);

-- stage: constraints
ALTER TABLE app_logos ADD CONSTRAINT app_logos_app_fk FOREIGN KEY (app_id) REFERENCES coin_apps (id);
