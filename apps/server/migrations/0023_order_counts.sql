-- What lists and reports count, they count in an index alone.

-- stage: tables
-- Whoever sees every tenant reads the counts of all of them by time: the key begins with what is always named.
ALTER TABLE order_totals DROP CONSTRAINT order_totals_pk;

ALTER TABLE order_totals ADD CONSTRAINT order_totals_pk PRIMARY KEY (mode, facet, slot, value, currency, tenant_id);

-- A value that many orders have is counted along the time; with the values in the index, the orders themselves are not
-- read for it.
CREATE INDEX coin_orders_time_values_idx ON coin_orders (mode, order_time DESC, id DESC)
  INCLUDE (type, refund_status, settlement_status, risk_decision, origin, currency, country, payment_method, amount);

DROP INDEX coin_orders_time_idx;

CREATE INDEX coin_orders_status_values_idx ON coin_orders (mode, status, order_time DESC, id DESC)
  INCLUDE (currency, country, payment_method, amount);

DROP INDEX coin_orders_status_idx;

CREATE INDEX coin_orders_merchant_values_idx ON coin_orders (merchant_id, mode, order_time DESC, id DESC)
  INCLUDE (type, refund_status, settlement_status, risk_decision, origin, currency, country, payment_method, gateway_account_id, amount);

DROP INDEX coin_orders_merchant_time_idx;

CREATE INDEX payment_attempts_gateway_account_idx ON payment_attempts (mode, gateway_account_id, started_time DESC);

DROP INDEX payment_attempts_account_idx;
