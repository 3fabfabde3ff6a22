-- A withdrawal that a merchant's server asked for says by which key, and who had made its secrets: it is not theirs to
-- approve on the console.

-- stage: tables
ALTER TABLE cashouts ADD COLUMN app_key text COLLATE "C", ADD COLUMN key_maker_ids jsonb;
