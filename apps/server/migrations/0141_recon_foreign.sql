-- Lines of a settlement file whose amounts are in another currency than the file is settled in: nothing of them is added to
-- what the file comes to, and nothing is booked for them.

-- stage: tables
-- In which the amounts of the line are, where that is not the currency of the file.
ALTER TABLE recon_items ADD COLUMN foreign_currency text;

-- stage: constraints
ALTER TABLE recon_items
  ADD CONSTRAINT recon_items_foreign CHECK (
    foreign_currency IS NULL OR (foreign_currency <> currency AND trued_amount = 0)
  );
