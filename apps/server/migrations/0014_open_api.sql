-- What guards the open API: words that were used once, and how much each caller has left to ask.

-- stage: tables
CREATE TABLE api_nonces (
  app_id text COLLATE "C" NOT NULL,
  nonce text COLLATE "C" NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT api_nonces_pk PRIMARY KEY (app_id, nonce),
  CONSTRAINT api_nonces_nonce_length CHECK (length(nonce) BETWEEN 16 AND 64)
);

CREATE INDEX api_nonces_expires_idx ON api_nonces (expires_at);

-- Changed with every request: room on each page lets the change stay where it is.
CREATE TABLE api_allowances (
  bucket text COLLATE "C" NOT NULL,
  tokens double precision NOT NULL,
  refilled_at timestamptz(3) NOT NULL,
  is_granted boolean NOT NULL,
  CONSTRAINT api_allowances_pk PRIMARY KEY (bucket),
  CONSTRAINT api_allowances_tokens_range CHECK (tokens >= 0 AND tokens <= 1000000)
) WITH (fillfactor = 50);

CREATE INDEX api_allowances_refilled_idx ON api_allowances (refilled_at);

-- How often the request of a key was begun: a second time when the first had no final answer.
ALTER TABLE idempotency_keys ADD COLUMN runs integer NOT NULL DEFAULT 1;
