-- Pages that payers' browsers may call the open API from.

-- stage: tables
ALTER TABLE coin_apps ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';

CREATE INDEX coin_apps_origins_idx ON coin_apps USING gin (allowed_origins);
