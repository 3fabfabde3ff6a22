-- Somebody of the operator may see what a merchant's people see, for a while and read only: their session says so.

-- stage: tables
ALTER TABLE sessions ADD COLUMN view_merchant_id text COLLATE "C";

ALTER TABLE sessions ADD COLUMN view_until timestamptz(3);

-- stage: constraints
ALTER TABLE sessions ADD CONSTRAINT sessions_view_ends CHECK ((view_merchant_id IS NULL) = (view_until IS NULL));
