-- What the house bears, and the margin in the currency of the sale. The roll-up is made anew by the next round.

-- stage: tables
ALTER TABLE report_slots
  ADD COLUMN house_cost numeric(30, 0) NOT NULL DEFAULT 0,
  ADD COLUMN margin numeric(30, 0) NOT NULL DEFAULT 0;

ALTER TABLE report_totals
  ADD COLUMN house_cost numeric(30, 0) NOT NULL DEFAULT 0,
  ADD COLUMN margin numeric(30, 0) NOT NULL DEFAULT 0;

DELETE FROM report_progress;
