-- A payment above its app's allowance takes one in advance and waits until that would have been there, in place of being
-- refused: an allowance that was taken in advance is below nothing.

-- stage: constraints
ALTER TABLE api_allowances DROP CONSTRAINT api_allowances_tokens_range;

ALTER TABLE api_allowances
  ADD CONSTRAINT api_allowances_tokens_range CHECK (tokens >= -10000000 AND tokens <= 1000000);
