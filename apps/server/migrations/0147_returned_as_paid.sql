-- What comes back of a transfer is measured by what was really paid, which may be more than was asked for.

-- stage: constraints
ALTER TABLE payout_orders DROP CONSTRAINT payout_orders_returned_how_much;

ALTER TABLE payout_orders ADD CONSTRAINT payout_orders_returned_how_much CHECK (
  (status = 'returned') = (returned_amount IS NOT NULL) AND returned_amount >= 0
);
