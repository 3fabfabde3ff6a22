-- When rows from before rows had seals were taken over, under the installation's key: it happens once, and nobody who
-- lacks the key can say that it has not happened yet.

-- stage: tables
CREATE TABLE row_adoptions (
  id text COLLATE "C" NOT NULL,
  adopted_at timestamptz(3) NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  mac text COLLATE "C" NOT NULL,
  CONSTRAINT row_adoptions_pk PRIMARY KEY (id)
);
