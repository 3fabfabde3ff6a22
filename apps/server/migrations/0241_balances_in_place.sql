-- A posting changes four balances: their rows stay on their page and in their indexes when no index covers an amount.

-- stage: tables
-- Balances below nothing are found among the available ones by kind, which are few for each merchant.
DROP INDEX ledger_balances_negative_idx;

ALTER TABLE ledger_balances SET (fillfactor = 50);
