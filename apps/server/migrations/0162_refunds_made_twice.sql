-- Refunds that a gateway made beside the one that it was asked for: each by its number there, and what it came to.

-- stage: tables
ALTER TABLE order_refunds ADD COLUMN others jsonb;
