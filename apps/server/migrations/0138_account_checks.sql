-- What a provider says of the name that an account is said to be of.

-- stage: tables
ALTER TABLE payout_accounts
  ADD COLUMN provider_check text COLLATE "C",
  ADD COLUMN provider_check_time timestamptz(3),
  -- Somebody refused it, or money came back from it: no provider's word verifies it from then on.
  ADD COLUMN people_decide boolean,
  ADD CONSTRAINT payout_accounts_check_known CHECK (provider_check IN ('match', 'mismatch', 'unknown')),
  ADD CONSTRAINT payout_accounts_check_dated CHECK ((provider_check IS NULL) = (provider_check_time IS NULL));
