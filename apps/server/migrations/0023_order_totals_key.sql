-- Whoever sees every tenant reads the counts of all of them by time: the key begins with what is always named.

-- stage: tables
ALTER TABLE order_totals DROP CONSTRAINT order_totals_pk;

ALTER TABLE order_totals ADD CONSTRAINT order_totals_pk PRIMARY KEY (mode, facet, slot, value, currency, tenant_id);
