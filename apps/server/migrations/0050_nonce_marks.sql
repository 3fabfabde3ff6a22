-- A signed request under an idempotency key may come again byte for byte: its nonce is let in again for it alone.

-- stage: tables
ALTER TABLE api_nonces ADD COLUMN mark bytea;
