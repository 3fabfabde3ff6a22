-- How many calls to an account a node has under way at once, of all merchants and of one, and how long others wait. What
-- the table holds already takes the defaults.

-- stage: tables
ALTER TABLE gateway_accounts
  ADD COLUMN in_flight_max integer NOT NULL DEFAULT 50,
  ADD COLUMN merchant_in_flight_max integer NOT NULL DEFAULT 40,
  ADD COLUMN queue_seconds integer NOT NULL DEFAULT 45;

-- stage: constraints
ALTER TABLE gateway_accounts
  ADD CONSTRAINT gateway_accounts_in_flight_range CHECK (in_flight_max BETWEEN 1 AND 1000),
  ADD CONSTRAINT gateway_accounts_share_range CHECK (merchant_in_flight_max BETWEEN 1 AND in_flight_max),
  ADD CONSTRAINT gateway_accounts_queue_range CHECK (queue_seconds BETWEEN 0 AND 60);
