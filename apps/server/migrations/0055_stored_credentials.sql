-- What a later payment without the payer goes by: the scheme's number of this one, the gateway's token of the card, and
-- what the payer agreed to.

-- stage: tables
ALTER TABLE payment_attempts RENAME COLUMN agreement TO agreement_before;

ALTER TABLE payment_attempts
  ADD COLUMN consent_initiator text COLLATE "C",
  ADD COLUMN consent_usage text COLLATE "C",
  ADD COLUMN consent_reference text,
  ADD COLUMN scheme_transaction_id text,
  ADD COLUMN token_reference text,
  -- Stays last in the row, so that the steps of an attempt leave it out of the log.
  ADD COLUMN agreement jsonb;

UPDATE payment_attempts SET agreement = agreement_before WHERE agreement_before IS NOT NULL;

ALTER TABLE payment_attempts DROP COLUMN agreement_before;

-- stage: constraints
ALTER TABLE payment_attempts
  ADD CONSTRAINT payment_attempts_consent_known CHECK (
    consent_initiator IN ('payer', 'merchant') AND consent_usage IN ('recurring', 'unscheduled')
  );

ALTER TABLE payment_attempts
  ADD CONSTRAINT payment_attempts_consent_whole CHECK (
    (consent_initiator IS NULL) = (consent_usage IS NULL) AND (consent_reference IS NULL OR consent_usage IS NOT NULL)
  );
