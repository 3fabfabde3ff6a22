-- What makes every offered filter of the lists of orders and attempts as fast as their first page, however many there
-- are. Each index begins with the mode, which every list names, so that a total is counted in the index alone, and ends
-- with the time, in which the list is read. Ids are left out: orders of one millisecond are sorted when they are read,
-- and the index is half as large.

-- stage: tables
-- The status of a merchant's orders is asked for more than anything else.
CREATE INDEX coin_orders_merchant_status_idx ON coin_orders (merchant_id, mode, status, order_time DESC, id DESC);

CREATE INDEX coin_orders_country_idx ON coin_orders (mode, country, order_time DESC);

CREATE INDEX coin_orders_method_idx ON coin_orders (mode, payment_method, order_time DESC) WHERE payment_method IS NOT NULL;

CREATE INDEX coin_orders_currency_idx ON coin_orders (mode, currency, order_time DESC);

CREATE INDEX coin_orders_gateway_idx ON coin_orders (mode, gateway_id, order_time DESC) WHERE gateway_id IS NOT NULL;

CREATE INDEX coin_orders_domain_idx ON coin_orders (mode, domain, order_time DESC) WHERE domain IS NOT NULL;

CREATE INDEX coin_orders_app_idx ON coin_orders (mode, app_id, order_time DESC) WHERE app_id IS NOT NULL;

CREATE INDEX coin_orders_bin_idx ON coin_orders (mode, card_bin, order_time DESC) WHERE card_bin IS NOT NULL;

-- Few orders have one of these; the usual value is found by time. With the merchant, so that one merchant's are counted
-- without their rows.
CREATE INDEX coin_orders_failure_idx ON coin_orders (mode, failure_code, order_time DESC) INCLUDE (merchant_id) WHERE failure_code IS NOT NULL;

CREATE INDEX coin_orders_awaiting_idx ON coin_orders (mode, awaiting_reason, order_time DESC) INCLUDE (merchant_id) WHERE awaiting_reason IS NOT NULL;

CREATE INDEX coin_orders_refund_idx ON coin_orders (mode, refund_status, order_time DESC) INCLUDE (merchant_id) WHERE refund_status <> 'none';

CREATE INDEX coin_orders_dispute_idx ON coin_orders (mode, dispute_status, order_time DESC) INCLUDE (merchant_id) WHERE dispute_status <> 'none';

CREATE INDEX coin_orders_unsettled_idx ON coin_orders (mode, settlement_status, order_time DESC) INCLUDE (merchant_id) WHERE settlement_status = 'unsettled';

CREATE INDEX coin_orders_type_idx ON coin_orders (mode, type, order_time DESC) INCLUDE (merchant_id) WHERE type <> 'one_time';

CREATE INDEX coin_orders_risk_idx ON coin_orders (mode, risk_decision, order_time DESC) INCLUDE (merchant_id) WHERE risk_decision <> 'allow';

-- As before, and counted without the row.
CREATE INDEX coin_orders_payer_idx ON coin_orders (email, mode, order_time DESC) WHERE email IS NOT NULL;

DROP INDEX coin_orders_email_idx;

CREATE INDEX coin_orders_gateway_account_idx ON coin_orders (mode, gateway_account_id, order_time DESC) WHERE gateway_account_id IS NOT NULL;

DROP INDEX coin_orders_account_idx;

CREATE INDEX payment_attempts_status_idx ON payment_attempts (mode, status, started_time DESC);

CREATE INDEX payment_attempts_method_idx ON payment_attempts (mode, payment_method, started_time DESC);

CREATE INDEX payment_attempts_decline_idx ON payment_attempts (mode, decline_code, started_time DESC) WHERE decline_code IS NOT NULL;

CREATE INDEX payment_attempts_brand_idx ON payment_attempts (mode, card_brand, started_time DESC) WHERE card_brand IS NOT NULL;

CREATE INDEX payment_attempts_card_country_idx ON payment_attempts (mode, card_country, started_time DESC) WHERE card_country IS NOT NULL;

-- Attempts without an answer stand last, whichever way the list is sorted.
CREATE INDEX payment_attempts_slowest_idx ON payment_attempts (mode, latency_ms DESC NULLS LAST, id DESC);

CREATE INDEX payment_attempts_quickest_idx ON payment_attempts (mode, latency_ms, id);

DROP INDEX payment_attempts_latency_idx;
