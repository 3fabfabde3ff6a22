-- Fields of gateways that nothing reads, though reconciliation is here: what a provider calls a method and how its files
-- look is its connector's own matter, when it settles stands on the gateway, and who bears its cost in a merchant's terms.

-- stage: constraints
ALTER TABLE upstream_gateways DROP COLUMN settlement_file_format;
ALTER TABLE upstream_methods DROP COLUMN upstream_code, DROP COLUMN settlement_lag_days;
ALTER TABLE gateways DROP COLUMN fee_bearing;
