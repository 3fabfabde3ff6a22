-- Changes that take two people: what is asked for waits here, sealed, until somebody else has it carried out.

-- stage: tables
CREATE TABLE change_requests (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  change_no text NOT NULL,
  -- The operation by its name, `sysConfig.update`.
  operation text NOT NULL,
  -- The rows it changes, by table and id; none where it only adds.
  target text,
  row_count integer NOT NULL,
  -- What was shown when it was asked for: rows before and after, secrets masked.
  changes jsonb NOT NULL,
  -- The exact input with all of the above, while it waits.
  sealed text,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  create_time timestamptz(3) NOT NULL,
  create_user_id bigint NOT NULL,
  create_user_name text,
  expire_time timestamptz(3) NOT NULL,
  decide_time timestamptz(3),
  decide_user_id bigint,
  decide_user_name text,
  decide_reason text,
  overtaken text[] NOT NULL DEFAULT '{}',
  CONSTRAINT change_requests_pk PRIMARY KEY (id),
  CONSTRAINT change_requests_status_known CHECK (
    status IN ('waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale')
  ),
  CONSTRAINT change_requests_two_people CHECK (
    status <> 'approved' OR (decide_user_id IS NOT NULL AND decide_user_id <> create_user_id)
  ),
  CONSTRAINT change_requests_sealed_while_waiting CHECK ((status = 'waiting') = (sealed IS NOT NULL)),
  CONSTRAINT change_requests_changes_array CHECK (jsonb_typeof(changes) = 'array')
);

CREATE UNIQUE INDEX change_requests_no_unique ON change_requests (change_no);

CREATE UNIQUE INDEX change_requests_waiting_unique ON change_requests (tenant_id, operation, target)
  WHERE status = 'waiting';

CREATE INDEX change_requests_tenant_time_idx ON change_requests (tenant_id, create_time DESC, id DESC);

CREATE INDEX change_requests_waiting_expire_idx ON change_requests (expire_time) WHERE status = 'waiting';

-- Since when two people of the tenant may approve: from then on its changes take two, whoever leaves.
ALTER TABLE tenants ADD COLUMN two_people_since timestamptz(3);
