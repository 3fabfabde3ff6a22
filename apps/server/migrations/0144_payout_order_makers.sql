-- Whoever asks again for a payout that was handed back had a part in it, and does not approve it.

-- stage: tables
ALTER TABLE payout_orders ADD COLUMN submitter_ids jsonb;
