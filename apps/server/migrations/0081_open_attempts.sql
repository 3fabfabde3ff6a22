-- What is under way over an account counts against its caps: read before every payment over an account that has some.
-- stage: tables
CREATE INDEX payment_attempts_open_idx ON payment_attempts (gateway_account_id, started_time)
  WHERE status IN ('initiated', 'authentication_pending', 'submitting', 'unknown');
