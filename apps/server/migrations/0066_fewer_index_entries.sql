-- Every step of a payment writes its rows into all of their indexes anew, unless it changes nothing that an index covers.

-- stage: constraints
-- One index keeps numbers unique for each merchant and finds them without knowing it.
ALTER TABLE coin_orders DROP CONSTRAINT coin_orders_no_unique;

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_no_unique UNIQUE (order_no, merchant_id);

DROP INDEX coin_orders_no_idx;

ALTER TABLE coin_orders DROP CONSTRAINT coin_orders_merchant_no_unique;

ALTER TABLE coin_orders ADD CONSTRAINT coin_orders_merchant_no_unique UNIQUE (merchant_order_no, merchant_id, mode);

DROP INDEX coin_orders_merchant_no_idx;

ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_no_unique;

ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_no_unique UNIQUE (attempt_no, merchant_id);

DROP INDEX payment_attempts_no_idx;

ALTER TABLE captures DROP CONSTRAINT captures_no_unique;

ALTER TABLE captures ADD CONSTRAINT captures_no_unique UNIQUE (capture_no, merchant_id);

DROP INDEX captures_no_idx;

-- Few rows, changed with every call and every journal, and read as a whole by a job: no index covers what changes.
DROP INDEX api_allowances_refilled_idx;

DROP INDEX ledger_books_unsealed_idx;

ALTER TABLE ledger_books SET (fillfactor = 50);

ALTER TABLE idempotency_keys SET (fillfactor = 80);

-- Nothing asks which events were dispatched, and the oldest ones have the lowest numbers.
DROP INDEX outbox_events_undispatched_idx;

DROP INDEX outbox_events_created_idx;
