-- Notifications to the address that an order, or its app, names for itself.

-- stage: tables
-- One endpoint of an app and mode stands for all addresses that its orders name; each delivery says its own.
ALTER TABLE webhook_endpoints ADD COLUMN kind text NOT NULL DEFAULT 'listed';

ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_kind_known CHECK (
  kind = 'listed' OR (kind = 'per_order' AND app_id IS NOT NULL)
);

CREATE UNIQUE INDEX webhook_endpoints_per_order_unique ON webhook_endpoints (merchant_id, app_id, mode)
  WHERE kind = 'per_order';

ALTER TABLE webhook_deliveries ADD COLUMN url text;

-- Where the object itself wanted to be told of, when it happened.
ALTER TABLE merchant_events ADD COLUMN notify_url text;
