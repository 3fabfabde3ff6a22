-- A merchant's server is told of the same events at one address by one endpoint.

-- stage: tables
-- Those that were there twice stay, since they have secrets and receivers of their own: the later ones are numbered.
ALTER TABLE webhook_endpoints ADD COLUMN twin_no integer NOT NULL DEFAULT 0;

UPDATE webhook_endpoints
   SET twin_no = twins.place
  FROM (
    SELECT merchant_id, id,
           row_number() OVER (PARTITION BY merchant_id, app_id, mode, url, events ORDER BY create_time, id) - 1 AS place
      FROM webhook_endpoints
     WHERE kind = 'listed' AND delete_time IS NULL
  ) twins
 WHERE twins.merchant_id = webhook_endpoints.merchant_id AND twins.id = webhook_endpoints.id AND twins.place > 0;

-- The list of events may be longer than an entry of an index can be.
CREATE UNIQUE INDEX webhook_endpoints_place_unique
  ON webhook_endpoints (merchant_id, coalesce(app_id, ''), mode, url, md5(events::text), twin_no)
  WHERE kind = 'listed' AND delete_time IS NULL;
