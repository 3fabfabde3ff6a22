-- A payout that waits because the account it is paid from does not hold enough: since when, and what it held when asked.

-- stage: tables
ALTER TABLE payouts ADD COLUMN short_since timestamptz(3), ADD COLUMN available_amount numeric(19, 0);

ALTER TABLE payouts ADD CONSTRAINT payouts_short_told CHECK ((short_since IS NULL) = (available_amount IS NULL));
