-- The gateway's reference of a capture is that of the capture itself. What stood there until now named its payment, whose
-- references stand with the attempt.

-- stage: seed
UPDATE captures c
   SET upstream_id = NULL
  FROM payment_attempts a
 WHERE a.merchant_id = c.merchant_id AND a.id = c.attempt_id AND c.upstream_id IN (a.transaction_no, a.upstream_attempt_id);
