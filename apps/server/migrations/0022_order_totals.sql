-- Counts of orders that stay small however many orders there are. A row for every mixture of currency, method and
-- country was as many rows as orders; now each is counted by itself, by the day where nobody asks for the hour. Beside
-- the counts of each merchant stand those of all merchants of a tenant, so that an operator's year is not the sum of
-- every merchant's. Everything here is counted anew from the orders.

-- stage: tables
DROP TABLE order_slots;

CREATE TABLE order_slots (
  merchant_id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  -- What is counted: orders of a quarter of an hour or of an hour, or those of a day (UTC) by method or by country.
  facet text COLLATE "C" NOT NULL,
  slot timestamptz(3) NOT NULL,
  -- The method or the country; empty where nobody chose a method, no country is known, or it is not asked.
  value text COLLATE "C" NOT NULL,
  -- Empty where currencies are counted together.
  currency text COLLATE "C" NOT NULL,
  orders integer NOT NULL,
  attempted integer NOT NULL,
  paid integer NOT NULL,
  -- Minor units; as many digits as a sum of the largest amounts may need.
  amount numeric(30, 0) NOT NULL,
  captured numeric(30, 0) NOT NULL,
  refunded numeric(30, 0) NOT NULL,
  CONSTRAINT order_slots_pk PRIMARY KEY (merchant_id, mode, facet, slot, value, currency),
  CONSTRAINT order_slots_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT order_slots_facet_known CHECK (facet IN ('quarter', 'hour', 'method', 'country')),
  CONSTRAINT order_slots_funnel CHECK (orders >= attempted AND orders >= paid AND paid >= 0)
);

-- The same of all merchants of a tenant.
CREATE TABLE order_totals (
  tenant_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  facet text COLLATE "C" NOT NULL,
  slot timestamptz(3) NOT NULL,
  value text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  orders integer NOT NULL,
  attempted integer NOT NULL,
  paid integer NOT NULL,
  amount numeric(30, 0) NOT NULL,
  captured numeric(30, 0) NOT NULL,
  refunded numeric(30, 0) NOT NULL,
  CONSTRAINT order_totals_pk PRIMARY KEY (tenant_id, mode, facet, slot, value, currency),
  CONSTRAINT order_totals_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT order_totals_facet_known CHECK (facet IN ('quarter', 'hour', 'method', 'country')),
  CONSTRAINT order_totals_funnel CHECK (orders >= attempted AND orders >= paid AND paid >= 0)
);

-- stage: constraints
DELETE FROM order_slots_progress;
