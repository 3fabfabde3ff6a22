-- Orders counted by the quarter of an hour they were made in, so that figures over months do not read months of orders. Made anew from
-- the orders whenever one of the quarter changes; never the source of anything.

-- stage: tables
CREATE TABLE order_slots (
  merchant_id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  -- The start of a quarter of an hour: in every zone of the world a day begins with one.
  slot timestamptz(3) NOT NULL,
  currency text COLLATE "C" NOT NULL,
  -- Empty where nobody chose a method, or no country is known.
  payment_method text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  orders integer NOT NULL,
  attempted integer NOT NULL,
  paid integer NOT NULL,
  -- Minor units; as many digits as a sum of the largest amounts may need.
  amount numeric(30, 0) NOT NULL,
  captured numeric(30, 0) NOT NULL,
  refunded numeric(30, 0) NOT NULL,
  CONSTRAINT order_slots_pk PRIMARY KEY (merchant_id, mode, slot, currency, payment_method, country),
  CONSTRAINT order_slots_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT order_slots_funnel CHECK (orders >= attempted AND orders >= paid AND paid >= 0)
);

CREATE INDEX order_slots_slot_idx ON order_slots (mode, slot);

-- Up to when changes of orders have been counted.
CREATE TABLE order_slots_progress (
  id integer NOT NULL,
  counted_until timestamptz(3) NOT NULL,
  CONSTRAINT order_slots_progress_pk PRIMARY KEY (id),
  CONSTRAINT order_slots_progress_one CHECK (id = 1)
);

-- stage: constraints
-- Entries are appended in the order of time: which orders changed lately is found without a tree to keep up.
CREATE INDEX order_timeline_time_idx ON order_timeline USING brin (time);
