-- A key of the open API is bound to the object that its first request made, in the transaction that made it. Whoever
-- repeats the request is shown that object, and nothing is done again.

-- stage: tables
ALTER TABLE idempotency_keys ADD COLUMN object_id text COLLATE "C";
