-- What was said about orders is kept for a while only: which exchanges are old is found without a tree to keep up.

-- stage: constraints
CREATE INDEX order_exchanges_time_idx ON order_exchanges USING brin (time);
