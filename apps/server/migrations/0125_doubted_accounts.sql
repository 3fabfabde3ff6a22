-- Money came back from an account, by somebody's word or a provider's: whoever said so is not the one who verifies it anew.

-- stage: tables
ALTER TABLE payout_accounts ADD COLUMN doubt_user_id bigint;
