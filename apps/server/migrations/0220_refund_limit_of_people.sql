-- What a person may have given back alone, in whole US dollars, below what the settings allow everybody.

-- stage: tables
ALTER TABLE users ADD COLUMN refund_limit integer;
ALTER TABLE users ADD CONSTRAINT users_refund_limit_not_negative CHECK (refund_limit >= 0);

ALTER TABLE order_refunds DROP CONSTRAINT order_refunds_review_cause_known;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_review_cause_known CHECK (
  review_cause IN ('above_limit', 'above_own_limit', 'no_rate', 'high_risk', 'same_card', 'old_order')
);
