-- Who confirmed or questioned a bill is known by id: two people may have one name, and a name shows to colleagues alone.

-- formerly: f2714a1f0ad797aaf67cd8d171623a573c7a8fdcfcbcfcf873443d0337fec02d

-- stage: tables
ALTER TABLE bills ADD COLUMN confirm_user_id bigint, ADD COLUMN query_user_id bigint;

-- stage: seed
-- The audit trail knows who it was.
DO $$
DECLARE said record;
BEGIN
  FOR said IN
    SELECT DISTINCT ON (e.operation, e.input ->> 'id') e.operation, e.input ->> 'id' AS id, e.actor_id
      FROM audit_entries e
     WHERE e.operation IN ('merchantBilling.confirm', 'merchantBilling.query') AND e.changes <> '[]'::jsonb
     ORDER BY e.operation, e.input ->> 'id', e.at DESC
  LOOP
    IF said.operation = 'merchantBilling.confirm' THEN
      UPDATE bills SET confirm_user_id = said.actor_id WHERE id = said.id AND confirm_user_name IS NOT NULL;
    ELSE
      UPDATE bills SET query_user_id = said.actor_id WHERE id = said.id AND query_user_name IS NOT NULL;
    END IF;
  END LOOP;
END $$;
