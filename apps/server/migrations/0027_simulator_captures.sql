-- The simulator captures a payment more than once. Demonstrations that were set up before it said so learn of it here,
-- unless somebody narrowed what their simulator may do.

-- stage: seed
UPDATE upstream_methods
   SET supports = array_append(supports, 'multi_capture')
  FROM upstream_gateways u
 WHERE u.id = upstream_methods.upstream_gateway_id
   AND u.connector = 'simulator'
   AND u.capabilities @> ARRAY['partial_capture', 'payout', 'dispute_api', 'settlement_file']
   AND NOT 'multi_capture' = ANY (u.capabilities)
   AND 'partial_capture' = ANY (upstream_methods.supports)
   AND NOT 'multi_capture' = ANY (upstream_methods.supports);

UPDATE upstream_gateways
   SET capabilities = array_append(capabilities, 'multi_capture')
 WHERE connector = 'simulator'
   AND capabilities @> ARRAY['partial_capture', 'payout', 'dispute_api', 'settlement_file']
   AND NOT 'multi_capture' = ANY (capabilities);
