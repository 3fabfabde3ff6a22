-- What an order was asked to be carries a seal under a key that is in no table, like its attempts and captures. What was
-- written before is sealed as it stands, once, by a job that marks such seals and says so.

-- stage: tables
ALTER TABLE coin_orders ADD COLUMN seal text COLLATE "C";

-- What is still to be sealed. Nothing that is written with its seal stands in it.
CREATE INDEX coin_orders_unsealed_idx ON coin_orders (merchant_id, id) WHERE seal IS NULL;
