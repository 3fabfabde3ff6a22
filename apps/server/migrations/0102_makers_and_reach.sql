-- Whoever makes the secret of an app's key can call with it. What comes by the key is not theirs to approve on the console,
-- so a secret says who made it, and a refund who could have asked for it. A file that was exported says what whoever asked
-- could see: it is given to nobody who can see less by now.

-- formerly: 69fd61913b03f8222063a5492abdf16beff4fa5de4d48a583bfdf01d5a2fc3eb

-- stage: tables
ALTER TABLE app_keys ADD COLUMN secret_user_id bigint, ADD COLUMN previous_user_id bigint;

ALTER TABLE order_refunds ADD COLUMN key_maker_ids jsonb;

ALTER TABLE job_runs ADD COLUMN reach jsonb;

-- stage: seed
DO $$
DECLARE made record;
BEGIN
  FOR made IN
    SELECT DISTINCT ON (c.made ->> 'id') c.made ->> 'id' AS app_key, e.actor_id
      FROM audit_entries e CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c (made)
     WHERE e.operation = 'coinApp.rotateSecret'
     ORDER BY c.made ->> 'id', e.at DESC
  LOOP
    UPDATE app_keys SET secret_user_id = made.actor_id
     WHERE app_key = made.app_key AND secret_sealed IS NOT NULL;
  END LOOP;
END $$;
