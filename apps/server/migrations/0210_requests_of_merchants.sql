-- A merchant's rows may lie on another node than tenants, as those of every other table of merchants.

-- stage: constraints
ALTER TABLE merchant_requests DROP CONSTRAINT IF EXISTS merchant_requests_tenant_fk;
