-- A gateway may tell money of one payment in two currencies: each is a due of its own, as amounts of two are never added.

-- stage: constraints
ALTER TABLE payment_dues DROP CONSTRAINT payment_dues_upstream_unique;

ALTER TABLE payment_dues ADD CONSTRAINT payment_dues_upstream_unique
  UNIQUE (merchant_id, gateway_account_id, upstream_payment_id, currency);
