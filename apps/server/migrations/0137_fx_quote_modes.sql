-- A held rate is of real money or of tests, and carries a seal. Which of the two one of before is of is known where a
-- withdrawal used it; of any other it is taken to be real money, and one without a seal is asked for anew.

-- stage: tables
ALTER TABLE fx_quotes
  ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'live',
  ADD COLUMN seal text COLLATE "C",
  ADD CONSTRAINT fx_quotes_mode_known CHECK (mode IN ('live', 'test'));

UPDATE fx_quotes SET mode = 'test'
 WHERE EXISTS (SELECT 1 FROM cashouts c
                WHERE c.merchant_id = fx_quotes.merchant_id AND c.mode = 'test' AND c.id = fx_quotes.used_by);
