-- What a sweep of payments could not do goes behind everything else for a while, so that what is broken hides nothing.

-- stage: tables
CREATE TABLE sweep_failures (
  merchant_id text COLLATE "C" NOT NULL,
  -- An order or an attempt.
  object_id text COLLATE "C" NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  next_try_time timestamptz(3) NOT NULL,
  CONSTRAINT sweep_failures_pk PRIMARY KEY (merchant_id, object_id)
);
