-- The job that counts orders counts what changed and no longer the whole day: it has to know as what each order was
-- counted. Everything is counted anew once, so that every order that is part of a count is noted.

-- stage: tables
CREATE TABLE counted_orders (
  merchant_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount numeric(19, 0) NOT NULL,
  -- Empty where nobody chose a method, or no country is known.
  payment_method text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  is_attempted boolean NOT NULL,
  captured numeric(19, 0) NOT NULL,
  refunded numeric(19, 0) NOT NULL,
  CONSTRAINT counted_orders_pk PRIMARY KEY (merchant_id, order_id)
) WITH (fillfactor = 80);

-- What a gateway told of earlier is found by when it came, without reading every entry there ever was.
CREATE INDEX order_timeline_received_idx ON order_timeline USING brin (received_time) WITH (autosummarize = on);

ALTER INDEX order_timeline_time_idx SET (autosummarize = on);

-- stage: constraints
DELETE FROM order_slots_progress;
