-- Who confirmed or questioned a bill is known by id: two people may have one name, and a name shows to colleagues alone.

-- stage: tables
ALTER TABLE bills ADD COLUMN confirm_user_id bigint, ADD COLUMN query_user_id bigint;

-- stage: seed
-- The audit trail knows who it was.
UPDATE bills b SET confirm_user_id = (
  SELECT e.actor_id FROM audit_entries e
   WHERE e.operation = 'merchantBilling.confirm' AND e.input ->> 'id' = b.id AND e.changes <> '[]'::jsonb
   ORDER BY e.at DESC LIMIT 1)
 WHERE b.confirm_user_name IS NOT NULL;
UPDATE bills b SET query_user_id = (
  SELECT e.actor_id FROM audit_entries e
   WHERE e.operation = 'merchantBilling.query' AND e.input ->> 'id' = b.id AND e.changes <> '[]'::jsonb
   ORDER BY e.at DESC LIMIT 1)
 WHERE b.query_user_name IS NOT NULL;
