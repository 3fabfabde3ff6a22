-- A refund that only a settlement file says came back is given back to its merchant.

-- stage: constraints
ALTER TABLE recon_items DROP CONSTRAINT recon_items_resolution_known;

ALTER TABLE recon_items
  ADD CONSTRAINT recon_items_resolution_known CHECK (
    resolution IN ('adjust_cost', 'suspense', 'rematch', 'ignore_within_tolerance', 'claim', 'arrived', 'merchant')
  );
