-- How many calls at once each node may make to an account, since providers count those of all nodes together.

-- stage: tables
CREATE TABLE gateway_shares (
  gateway_account_id text COLLATE "C" NOT NULL,
  -- By node, its places and the second since 1970 until which it keeps them: {"node": {"places": 5, "endsAt": 1.5}}.
  nodes jsonb NOT NULL,
  CONSTRAINT gateway_shares_pk PRIMARY KEY (gateway_account_id)
) WITH (fillfactor = 50);
