-- A gateway may say less of a payment than it said before, or another currency: asked again, its word replaces what it said.
-- Unapplied money that was never there is taken back, and its row says so.

-- stage: constraints
ALTER TABLE payment_dues DROP CONSTRAINT payment_dues_status_known;

ALTER TABLE payment_dues DROP CONSTRAINT payment_dues_amounts_sound;

ALTER TABLE payment_dues
  ADD CONSTRAINT payment_dues_status_known
    CHECK (status IN ('open', 'awaiting_approval', 'to_return', 'returned', 'booked', 'withdrawn')),
  ADD CONSTRAINT payment_dues_amounts_sound CHECK (amount >= 0 AND booked_amount >= 0 AND held_amount >= 0
    AND held_amount + booked_amount <= amount),
  ADD CONSTRAINT payment_dues_withdrawn_empty CHECK ((status = 'withdrawn') = (amount = 0));
