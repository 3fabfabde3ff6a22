-- The platform administrator may work inside one tenant for a while: their session says so.

-- stage: tables
ALTER TABLE sessions ADD COLUMN visit_tenant_id bigint;

ALTER TABLE sessions ADD COLUMN visit_until timestamptz(3);

-- stage: constraints
ALTER TABLE sessions ADD CONSTRAINT sessions_visit_ends CHECK ((visit_tenant_id IS NULL) = (visit_until IS NULL));
