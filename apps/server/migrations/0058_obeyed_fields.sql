-- Fields of providers that nothing read: how a notification proves itself is the connector's own matter, and so is how
-- long a provider remembers a key.

-- stage: constraints
ALTER TABLE upstream_gateways DROP COLUMN webhook_auth, DROP COLUMN idempotency_hours;
