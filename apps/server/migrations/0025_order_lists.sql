-- A frequent value within one merchant is counted in the index of the value, without the orders' rows; an index of
-- payers tells order and time as well, so that the newest of many payers' orders are found before a row is read.

-- stage: tables
CREATE INDEX coin_orders_gateway_merchant_idx ON coin_orders (mode, gateway_id, order_time DESC) INCLUDE (merchant_id)
  WHERE gateway_id IS NOT NULL;

DROP INDEX coin_orders_gateway_idx;

CREATE INDEX coin_orders_bin_merchant_idx ON coin_orders (mode, card_bin, order_time DESC) INCLUDE (merchant_id)
  WHERE card_bin IS NOT NULL;

DROP INDEX coin_orders_bin_idx;

CREATE INDEX coin_orders_payer_merchant_idx ON coin_orders (email, mode, order_time DESC) INCLUDE (merchant_id, id)
  WHERE email IS NOT NULL;

DROP INDEX coin_orders_payer_idx;

-- Of the newest orders none is settled: those that are are found by themselves.
CREATE INDEX coin_orders_settlement_idx ON coin_orders (mode, settlement_status, order_time DESC) INCLUDE (merchant_id)
  WHERE settlement_status <> 'none';

DROP INDEX coin_orders_unsettled_idx;
