-- A reference of a bank belongs to one transfer that was paid by hand from an account of ours: the index of providers'
-- references holds no gateway account for those, and so took any number of them.

-- stage: tables
DO $$
DECLARE
  kept text;
BEGIN
  -- What was paid under one reference before stays as it was written, under its seal.
  SELECT string_agg(quote_literal(p.id), ', ')
    INTO kept
    FROM payouts p
   WHERE p.gateway_account_id IS NULL AND p.provider_reference IS NOT NULL
     AND EXISTS (SELECT 1 FROM payouts o
                  WHERE o.merchant_id = p.merchant_id AND o.funding_account_id = p.funding_account_id
                    AND o.gateway_account_id IS NULL AND o.provider_reference = p.provider_reference AND o.id < p.id);
  EXECUTE 'CREATE UNIQUE INDEX payouts_hand_reference_unique ON payouts (funding_account_id, provider_reference, merchant_id)
    WHERE gateway_account_id IS NULL AND provider_reference IS NOT NULL' || coalesce(' AND id NOT IN (' || kept || ')', '');
END
$$;
