-- What commands people ran and how they ended, and the defects that were answered as such: written once, never changed,
-- archived and removed once their time is over. With the visits they lie in a table for each month (ADR 0058).

-- stage: tables
CREATE SEQUENCE operation_logs_id_seq;

CREATE TABLE operation_logs (
  id bigint NOT NULL DEFAULT nextval('operation_logs_id_seq'),
  create_time timestamptz(3) NOT NULL,
  -- Absent where nobody was signed in.
  tenant_id bigint,
  user_id bigint,
  account text,
  real_name text,
  module text,
  operation text,
  status text NOT NULL,
  biz_code text,
  message text,
  http_method text NOT NULL,
  request_url text NOT NULL,
  -- What was sent, without secrets and card numbers.
  request_param jsonb,
  remote_ip text NOT NULL,
  location text NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  elapsed integer NOT NULL,
  request_id text NOT NULL,
  node text NOT NULL,
  CONSTRAINT operation_logs_pk PRIMARY KEY (id, create_time)
) PARTITION BY RANGE (create_time);

ALTER SEQUENCE operation_logs_id_seq OWNED BY operation_logs.id;

CREATE TABLE operation_logs_rest PARTITION OF operation_logs DEFAULT;

CREATE INDEX operation_logs_time_idx ON operation_logs (create_time DESC, id DESC);

CREATE INDEX operation_logs_tenant_time_idx ON operation_logs (tenant_id, create_time DESC, id DESC);

CREATE INDEX operation_logs_status_time_idx ON operation_logs (status, create_time DESC, id DESC);

CREATE INDEX operation_logs_ip_time_idx ON operation_logs (remote_ip, create_time DESC, id DESC);

CREATE INDEX operation_logs_node_time_idx ON operation_logs (node, create_time DESC, id DESC);

CREATE INDEX operation_logs_request_idx ON operation_logs (request_id);

CREATE INDEX operation_logs_elapsed_idx ON operation_logs (elapsed, id);

CREATE INDEX operation_logs_tenant_elapsed_idx ON operation_logs (tenant_id, elapsed, id);

CREATE SEQUENCE exception_logs_id_seq;

CREATE TABLE exception_logs (
  id bigint NOT NULL DEFAULT nextval('exception_logs_id_seq'),
  create_time timestamptz(3) NOT NULL,
  -- Absent where nobody was signed in.
  tenant_id bigint,
  user_id bigint,
  account text,
  real_name text,
  module text,
  operation text,
  status text NOT NULL,
  biz_code text,
  message text,
  http_method text NOT NULL,
  request_url text NOT NULL,
  -- What was sent, without secrets and card numbers.
  request_param jsonb,
  error_type text NOT NULL,
  stack text,
  remote_ip text NOT NULL,
  location text NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  elapsed integer NOT NULL,
  request_id text NOT NULL,
  node text NOT NULL,
  CONSTRAINT exception_logs_pk PRIMARY KEY (id, create_time)
) PARTITION BY RANGE (create_time);

ALTER SEQUENCE exception_logs_id_seq OWNED BY exception_logs.id;

CREATE TABLE exception_logs_rest PARTITION OF exception_logs DEFAULT;

CREATE INDEX exception_logs_time_idx ON exception_logs (create_time DESC, id DESC);

CREATE INDEX exception_logs_tenant_time_idx ON exception_logs (tenant_id, create_time DESC, id DESC);

CREATE INDEX exception_logs_status_time_idx ON exception_logs (status, create_time DESC, id DESC);

CREATE INDEX exception_logs_ip_time_idx ON exception_logs (remote_ip, create_time DESC, id DESC);

CREATE INDEX exception_logs_node_time_idx ON exception_logs (node, create_time DESC, id DESC);

CREATE INDEX exception_logs_request_idx ON exception_logs (request_id);

CREATE INDEX exception_logs_elapsed_idx ON exception_logs (elapsed, id);

CREATE INDEX exception_logs_tenant_elapsed_idx ON exception_logs (tenant_id, elapsed, id);

-- The visits move: an existing table cannot be divided.
CREATE TABLE visits_by_month (
  id bigint NOT NULL,
  tenant_id bigint,
  create_time timestamptz(3) NOT NULL,
  visit_type smallint NOT NULL,
  account text,
  real_name text,
  status text NOT NULL,
  action_name text,
  remote_ip text,
  location text,
  longitude double precision,
  latitude double precision,
  browser text,
  os text,
  elapsed integer,
  CONSTRAINT visits_type_known CHECK (visit_type IN (1, 2, 3))
) PARTITION BY RANGE (create_time);

DO $$
DECLARE
  month timestamptz := (SELECT date_trunc('month', min(create_time) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' FROM visits);
BEGIN
  WHILE month <= now() LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF visits_by_month FOR VALUES FROM (%L) TO (%L)',
                   'visits_' || to_char(month AT TIME ZONE 'UTC', '"y"YYYY"m"MM'), month,
                   (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
    month := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  END LOOP;
END
$$;

CREATE TABLE visits_rest PARTITION OF visits_by_month DEFAULT;

INSERT INTO visits_by_month
SELECT id, tenant_id, create_time, visit_type, account, real_name, status, action_name, remote_ip, location, longitude,
       latitude, browser, os, elapsed
  FROM visits;

DROP TABLE visits;

ALTER TABLE visits_by_month RENAME TO visits;

ALTER TABLE visits ADD CONSTRAINT visits_pk PRIMARY KEY (id, create_time);

CREATE SEQUENCE visits_id_seq OWNED BY visits.id;

SELECT setval('visits_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM visits), false);

ALTER TABLE visits ALTER COLUMN id SET DEFAULT nextval('visits_id_seq');

CREATE INDEX visits_time_idx ON visits (create_time DESC, id DESC);

CREATE INDEX visits_tenant_time_idx ON visits (tenant_id, create_time DESC, id DESC);

CREATE INDEX visits_status_time_idx ON visits (status, create_time DESC, id DESC);

CREATE INDEX visits_type_time_idx ON visits (visit_type, create_time DESC, id DESC);

CREATE INDEX visits_ip_time_idx ON visits (remote_ip, create_time DESC, id DESC);

CREATE INDEX visits_elapsed_idx ON visits (elapsed, id);

CREATE INDEX visits_elapsed_desc_idx ON visits (elapsed DESC NULLS LAST, id DESC);

CREATE INDEX visits_tenant_elapsed_idx ON visits (tenant_id, elapsed, id);

CREATE INDEX visits_tenant_elapsed_desc_idx ON visits (tenant_id, elapsed DESC NULLS LAST, id DESC);

-- Makes the tables of this month and the next, and drops those of months before the last that nothing is left in. The
-- application calls it and may make no tables itself. A row for which there is no month is kept in the rest.
CREATE FUNCTION settle_log_months() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  log text;
  ahead int;
  month timestamp;
  part record;
  is_empty boolean;
BEGIN
  -- Nobody queues behind this: what cannot be had at once is tried again an hour later.
  SET LOCAL lock_timeout = '2s';
  FOREACH log IN ARRAY ARRAY['visits', 'operation_logs', 'exception_logs'] LOOP
    FOR ahead IN 0..1 LOOP
      month := date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month';
      IF to_regclass(format('public.%I', log || to_char(month, '"_y"YYYY"m"MM'))) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)',
                         log || to_char(month, '"_y"YYYY"m"MM'), log,
                         month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXCEPTION WHEN check_violation THEN
          RAISE NOTICE 'the rest of % holds rows of %: they stay there', log, month;
        END;
      END IF;
    END LOOP;
    FOR part IN
      SELECT c.relname AS name
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = format('public.%I', log)::regclass
         AND c.relname ~ '_y\d{4}m\d{2}$'
         AND to_date(right(c.relname, 7), 'YYYY"m"MM')
             < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month'
    LOOP
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM public.%I)', part.name) INTO is_empty;
      IF is_empty THEN EXECUTE format('DROP TABLE public.%I', part.name); END IF;
    END LOOP;
  END LOOP;
END
$$;

SELECT settle_log_months();

-- stage: constraints
-- Parts of names are found by their trigrams where the server has them; elsewhere the logs are read by time.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXECUTE 'CREATE INDEX visits_account_trgm_idx ON visits USING gin (account gin_trgm_ops)';
  EXECUTE 'CREATE INDEX operation_logs_names_trgm_idx ON operation_logs
             USING gin (account gin_trgm_ops, module gin_trgm_ops, operation gin_trgm_ops)';
  EXECUTE 'CREATE INDEX exception_logs_names_trgm_idx ON exception_logs
             USING gin (account gin_trgm_ops, module gin_trgm_ops, operation gin_trgm_ops)';
EXCEPTION WHEN undefined_file OR insufficient_privilege OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: parts of names are searched without an index';
END
$$;
