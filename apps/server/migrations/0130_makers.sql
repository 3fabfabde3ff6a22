-- Whoever had a part in what a second person approves is no second person: everybody who asked again for a withdrawal that
-- was handed back, and everybody who changed an account for payouts since it was verified last.

-- stage: tables
ALTER TABLE cashouts ADD COLUMN submitter_ids jsonb;
ALTER TABLE payout_accounts ADD COLUMN changer_ids jsonb;
