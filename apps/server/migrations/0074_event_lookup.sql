-- Deliveries are found by an event whose merchant the reader does not know: whole, or by the beginning of its id.
-- stage: tables
CREATE INDEX webhook_deliveries_event_lookup_idx ON webhook_deliveries (event_id, merchant_id);

DROP INDEX webhook_deliveries_event_idx;
