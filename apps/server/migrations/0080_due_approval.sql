-- Who could change the limit above which a due takes two people could take the second one away again. Whether a due takes
-- two is now found when money of it comes, by the limit of then, and stays.

-- stage: tables
ALTER TABLE payment_dues ADD COLUMN needs_approval boolean NOT NULL DEFAULT false;

-- stage: seed
-- By which limit older ones were measured nobody wrote down: what is undecided takes two people.
UPDATE payment_dues SET needs_approval = true WHERE status IN ('open', 'awaiting_approval') OR propose_time IS NOT NULL;
