-- How often a gateway refused to give a reservation back: the next release is sent under a key of its own.

-- stage: tables
ALTER TABLE payment_attempts ADD COLUMN release_tries smallint NOT NULL DEFAULT 0;
