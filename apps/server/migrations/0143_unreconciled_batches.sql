-- A batch waits while orders of its have open differences to what gateways say.

-- stage: tables
CREATE INDEX recon_items_open_orders_idx ON recon_items (merchant_id, our_merchant_id, order_id) WHERE status = 'open';

-- stage: constraints
ALTER TABLE settlement_batches DROP CONSTRAINT settlement_batches_block_known;

ALTER TABLE settlement_batches
  ADD CONSTRAINT settlement_batches_block_known CHECK (
    blocked_by IN ('no_terms', 'lines_changed', 'altered', 'bill_questioned', 'unreconciled', 'period_closed', 'on_hold', 'failed')
  );
