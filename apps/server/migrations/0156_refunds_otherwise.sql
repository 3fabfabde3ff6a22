-- What a refund was asked for, where its gateway gave back another amount: `amount` is what it gave back.

-- stage: tables
ALTER TABLE order_refunds
  -- Null where it gave back what it was asked for.
  ADD COLUMN asked_amount numeric(19, 0);

-- stage: constraints
ALTER TABLE order_refunds
  ADD CONSTRAINT order_refunds_asked_otherwise CHECK (asked_amount > 0 AND asked_amount <> amount);
