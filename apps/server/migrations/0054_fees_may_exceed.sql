-- Whether the fee of a payment and its tax may come to more than was captured. They may not unless a rule says so.

-- stage: tables
ALTER TABLE fee_rules ADD COLUMN fees_may_exceed boolean NOT NULL DEFAULT false;
