-- Visits are also searched for by parts of what was done, as clients of the published API ask: a part that hardly any row
-- has is found by its trigrams, as accounts are, where the server has them.

-- stage: constraints
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXECUTE 'CREATE INDEX visits_action_trgm_idx ON visits USING gin (action_name gin_trgm_ops)';
EXCEPTION WHEN undefined_file OR insufficient_privilege OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: parts of names are searched without an index';
END
$$;
