-- What a price is made from carries a keyed seal: fee rules, account terms and exchange rates. Whatever stands without one
-- is sealed as it stands by the first node of this release that starts, before it serves anybody.

-- stage: tables
ALTER TABLE fee_rules ADD COLUMN seal text COLLATE "C";

ALTER TABLE account_terms ADD COLUMN seal text COLLATE "C";

ALTER TABLE rates ADD COLUMN seal text COLLATE "C";

-- What is still to be sealed. Nothing that is written with its seal stands in them.
CREATE INDEX fee_rules_unsealed_idx ON fee_rules (id) WHERE seal IS NULL;

CREATE INDEX account_terms_unsealed_idx ON account_terms (id) WHERE seal IS NULL;

CREATE INDEX rates_unsealed_idx ON rates (id) WHERE seal IS NULL;
