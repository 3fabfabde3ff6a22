-- Folders at somebody else's, by SFTP or in a bucket: settlement files are fetched from them, scheduled reports are put there.

-- stage: tables
CREATE TABLE file_endpoints (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  name text NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL,
  user_name text NOT NULL,
  -- Sealed for the endpoint's id; opens in no other row.
  secret text COLLATE "C" NOT NULL,
  secret_time timestamptz(3) NOT NULL,
  -- Fingerprint of the key that an SFTP host is known by; without it nobody signs in.
  host_key text COLLATE "C",
  bucket text COLLATE "C",
  region text COLLATE "C",
  is_path_style boolean NOT NULL DEFAULT true,
  folder text NOT NULL DEFAULT '',
  remark text,
  status text COLLATE "C" NOT NULL DEFAULT 'enabled',
  last_time timestamptz(3),
  last_verdict text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT file_endpoints_pk PRIMARY KEY (id),
  CONSTRAINT file_endpoints_name_unique UNIQUE (tenant_id, name),
  CONSTRAINT file_endpoints_protocol_known CHECK (protocol IN ('sftp', 's3')),
  CONSTRAINT file_endpoints_of_protocol CHECK (
    CASE protocol WHEN 's3' THEN bucket IS NOT NULL AND host_key IS NULL ELSE bucket IS NULL AND region IS NULL END
  ),
  CONSTRAINT file_endpoints_status_known CHECK (status IN ('enabled', 'disabled')),
  CONSTRAINT file_endpoints_verdict_known CHECK (
    last_verdict IN ('ok', 'address_refused', 'unreachable', 'host_key_unknown', 'host_key_changed',
      'credentials_refused', 'folder_missing', 'not_permitted', 'too_large', 'unexpected')
  )
);

ALTER TABLE recon_sources
  ADD COLUMN file_endpoint_id text COLLATE "C",
  ADD COLUMN file_pattern text COLLATE "C" NOT NULL DEFAULT '*';

ALTER TABLE report_schedules ADD COLUMN file_endpoint_id text COLLATE "C";

-- Files that were looked at: each is fetched once, whatever came of it. One that was changed since is another.
CREATE TABLE recon_arrivals (
  gateway_account_id text COLLATE "C" NOT NULL,
  file_endpoint_id text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  modified_time timestamptz(3) NOT NULL,
  tenant_id bigint NOT NULL,
  -- The reconciliation that it became, or is; none where it was refused.
  recon_id text COLLATE "C",
  refusal text,
  create_time timestamptz(3) NOT NULL,
  CONSTRAINT recon_arrivals_pk
    PRIMARY KEY (gateway_account_id, file_endpoint_id, file_name, file_bytes, modified_time),
  CONSTRAINT recon_arrivals_ended CHECK ((recon_id IS NULL) <> (refusal IS NULL))
);

-- stage: constraints
ALTER TABLE recon_sources
  ADD CONSTRAINT recon_sources_endpoint_fk FOREIGN KEY (file_endpoint_id) REFERENCES file_endpoints (id);

CREATE INDEX recon_sources_endpoint_idx ON recon_sources (file_endpoint_id) WHERE file_endpoint_id IS NOT NULL;

ALTER TABLE report_schedules
  ADD CONSTRAINT report_schedules_endpoint_fk FOREIGN KEY (file_endpoint_id) REFERENCES file_endpoints (id);

CREATE INDEX report_schedules_endpoint_idx ON report_schedules (file_endpoint_id) WHERE file_endpoint_id IS NOT NULL;

ALTER TABLE recon_batches DROP CONSTRAINT recon_batches_source_known;

ALTER TABLE recon_batches
  ADD CONSTRAINT recon_batches_source_known CHECK (source IN ('upload', 'connector', 'sftp', 's3'));
