-- A secret that is replaced twice within a day goes on signing for its time, so that a rotation whose answer was lost can
-- be made again without a receiver that knows the first secret alone missing anything.

-- stage: tables
ALTER TABLE webhook_endpoints
  ADD COLUMN older_secret text,
  ADD COLUMN older_secret_expire_time timestamptz(3);

-- stage: constraints
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_older_ends CHECK (
  (older_secret IS NULL) = (older_secret_expire_time IS NULL)
);
