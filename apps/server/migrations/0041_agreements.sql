-- A payment is priced once, before it is sent, and booked by that ever after.

-- stage: tables
-- By what the attempt is priced, converted and settled: written with the attempt and never changed. Last in the row, so
-- that the steps of an attempt leave it out of the log.
ALTER TABLE payment_attempts ADD COLUMN agreement jsonb;

-- Captures that were booked without a price, until they have one.
CREATE TABLE unpriced_captures (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  amount numeric(19, 0) NOT NULL,
  currency text NOT NULL,
  -- What of the payment had been captured before, in the same currency.
  captured_before numeric(19, 0) NOT NULL,
  reason text NOT NULL,
  create_time timestamptz(3) NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- When it is tried again; null where only people can decide.
  next_try_time timestamptz(3),
  CONSTRAINT unpriced_captures_pk PRIMARY KEY (merchant_id, id),
  CONSTRAINT unpriced_captures_reason_known CHECK (reason IN ('no_agreement', 'unpriceable', 'surplus')),
  CONSTRAINT unpriced_captures_amount_positive CHECK (amount > 0)
);

CREATE INDEX unpriced_captures_order_idx ON unpriced_captures (merchant_id, order_id);

CREATE INDEX unpriced_captures_due_idx ON unpriced_captures (next_try_time) WHERE next_try_time IS NOT NULL;

-- stage: constraints
ALTER TABLE unpriced_captures ADD CONSTRAINT unpriced_captures_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES coin_orders (merchant_id, id);
