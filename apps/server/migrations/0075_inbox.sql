-- stage: constraints

-- The inbox asks again and again which reservations lapse soon.
CREATE INDEX coin_orders_capture_deadline_idx ON coin_orders (mode, capture_deadline) INCLUDE (merchant_id)
  WHERE awaiting_reason = 'capture';
