-- The house: one merchant of each tenant whose book takes what belongs to no customer, such as fees of a whole gateway
-- account, corrections and movements at a bank. The server makes it at its next start.

-- stage: tables
ALTER TABLE merchants ADD COLUMN is_house boolean NOT NULL DEFAULT false;

-- stage: constraints
CREATE UNIQUE INDEX merchants_house_unique ON merchants (tenant_id) WHERE is_house;

-- Nobody is paid by it, suspends it or signs in for it; what is done to merchants passes it over.
ALTER TABLE merchants ADD CONSTRAINT merchants_house_idle CHECK (
  NOT is_house OR (status = 'approved' AND NOT (can_pay OR can_refund OR can_withdraw OR can_payout))
);
