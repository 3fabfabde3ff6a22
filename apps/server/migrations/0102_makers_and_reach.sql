-- Whoever makes the secret of an app's key can call with it. What comes by the key is not theirs to approve on the console,
-- so a secret says who made it, and a refund who could have asked for it. A file that was exported says what whoever asked
-- could see: it is given to nobody who can see less by now.

-- stage: tables
ALTER TABLE app_keys ADD COLUMN secret_user_id bigint, ADD COLUMN previous_user_id bigint;

ALTER TABLE order_refunds ADD COLUMN key_maker_ids jsonb;

ALTER TABLE job_runs ADD COLUMN reach jsonb;

-- stage: seed
UPDATE app_keys k SET secret_user_id = (
  SELECT e.actor_id FROM audit_entries e CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c (made)
   WHERE e.operation = 'coinApp.rotateSecret' AND c.made ->> 'id' = k.app_key
   ORDER BY e.at DESC LIMIT 1)
 WHERE k.secret_sealed IS NOT NULL;
