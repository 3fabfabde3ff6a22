-- When an account may be called next by the rate its provider allows, for all nodes together.

-- stage: tables
CREATE TABLE gateway_paces (
  gateway_account_id text COLLATE "C" NOT NULL,
  -- The first moment that is nobody's yet; the ones before it are given away or gone.
  free_at timestamptz NOT NULL,
  CONSTRAINT gateway_paces_pk PRIMARY KEY (gateway_account_id)
) WITH (fillfactor = 50);
