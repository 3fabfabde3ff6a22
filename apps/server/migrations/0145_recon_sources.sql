-- Settlement files come by upload or by the gateway's API, and in no other way yet.

-- stage: constraints
ALTER TABLE recon_batches DROP CONSTRAINT recon_batches_source_known;

ALTER TABLE recon_batches
  ADD CONSTRAINT recon_batches_source_known CHECK (source IN ('upload', 'connector'));
