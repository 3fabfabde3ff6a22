-- What gateways tell: kept as the very bytes before it is acknowledged, then worked off by any node. It belongs to a
-- gateway account and is no merchant's until it was read, so it lies beside the queue.

-- stage: tables
CREATE TABLE inbound_notifications (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  gateway_account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  -- The gateway's own id of the event, or a digest of the body where it has none: what makes two copies one.
  dedupe_key text COLLATE "C" NOT NULL,
  event_id text COLLATE "C",
  event_type text,
  occurred_at timestamptz(3),
  -- Our number of what it is about, where it tells.
  object_no text COLLATE "C",
  -- Without what proves or signs in.
  headers jsonb NOT NULL DEFAULT '{}',
  body bytea NOT NULL,
  body_bytes integer NOT NULL,
  body_sha256 text COLLATE "C" NOT NULL,
  verdict text NOT NULL,
  status text NOT NULL DEFAULT 'received',
  -- Why it stands where it does, for people.
  reason text,
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_time timestamptz(3),
  -- How often the same came again; a copy changes nothing else.
  copies integer NOT NULL DEFAULT 0,
  last_copy_time timestamptz(3),
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  done_time timestamptz(3),
  CONSTRAINT inbound_notifications_pk PRIMARY KEY (id),
  CONSTRAINT inbound_notifications_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT inbound_notifications_verdict_known CHECK (
    verdict IN ('valid', 'invalid_signature', 'unparsable', 'altered_copy')
  ),
  CONSTRAINT inbound_notifications_status_known CHECK (
    status IN ('received', 'processed', 'ignored', 'parked', 'failed')
  ),
  -- What was not proven is never worked off.
  CONSTRAINT inbound_notifications_unproven_failed CHECK (verdict = 'valid' OR status = 'failed'),
  CONSTRAINT inbound_notifications_parked_waits CHECK (status <> 'parked' OR next_attempt_time IS NOT NULL)
);

CREATE UNIQUE INDEX inbound_notifications_key_unique ON inbound_notifications (gateway_account_id, dedupe_key);

CREATE INDEX inbound_notifications_time_idx ON inbound_notifications (tenant_id, create_time, id);

CREATE INDEX inbound_notifications_status_idx ON inbound_notifications (tenant_id, status, create_time, id);

CREATE INDEX inbound_notifications_object_idx ON inbound_notifications (object_no) WHERE object_no IS NOT NULL;

-- Those still to be worked off, for the sweep that finds what a lost job left behind.
CREATE INDEX inbound_notifications_open_idx ON inbound_notifications (create_time, id) WHERE status IN ('received', 'parked');
