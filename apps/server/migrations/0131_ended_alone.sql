-- What one person ends of an account over a day counts together against the limit above which two do: who agreed, and what
-- whoever ended a line had ended alone before it.

-- stage: tables
ALTER TABLE recon_items ADD COLUMN second_user_id bigint, ADD COLUMN ended_before bigint;
CREATE INDEX recon_items_ended_idx ON recon_items (merchant_id, gateway_account_id, resolve_time)
  WHERE resolve_user_id IS NOT NULL;
