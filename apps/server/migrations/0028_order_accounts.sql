-- One merchant's orders at a gateway account are counted in the index alone, like those at a gateway.

-- stage: tables
CREATE INDEX coin_orders_account_merchant_idx ON coin_orders (mode, gateway_account_id, order_time DESC)
  INCLUDE (merchant_id) WHERE gateway_account_id IS NOT NULL;

DROP INDEX coin_orders_gateway_account_idx;
