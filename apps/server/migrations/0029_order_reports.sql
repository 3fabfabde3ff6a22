-- Reports add up a year of hours: with the figures in the index, the rows themselves, which lie as they were counted,
-- are not looked up one by one.

-- stage: tables
ALTER TABLE order_totals DROP CONSTRAINT order_totals_pk;

ALTER TABLE order_totals ADD CONSTRAINT order_totals_pk PRIMARY KEY (mode, facet, slot, value, currency, tenant_id)
  INCLUDE (orders, attempted, paid, amount, captured, refunded);

ALTER TABLE order_slots DROP CONSTRAINT order_slots_pk;

ALTER TABLE order_slots ADD CONSTRAINT order_slots_pk PRIMARY KEY (merchant_id, mode, facet, slot, value, currency)
  INCLUDE (orders, attempted, paid, amount, captured, refunded);
