-- Columns whose values are few are held to them: what a row type promises, the database keeps.

-- stage: constraints
ALTER TABLE roles
  DROP CONSTRAINT roles_data_scope_known,
  ADD CONSTRAINT roles_data_scope_known CHECK (data_scope IN (1, 2, 3, 4, 5));
ALTER TABLE dict_items
  ADD CONSTRAINT dict_items_tag_type_known CHECK (tag_type IN ('danger', 'info', 'primary', 'success', 'warning'));
ALTER TABLE notice_users
  ADD CONSTRAINT notice_users_read_status_known CHECK (read_status IN (0, 1));
ALTER TABLE merchant_steps
  ADD CONSTRAINT merchant_steps_from_status_known CHECK (from_status IN ('active', 'approved', 'closed', 'closing', 'draft', 'more_info', 'rejected', 'submitted', 'suspended', 'under_review')),
  ADD CONSTRAINT merchant_steps_to_status_known CHECK (to_status IN ('active', 'approved', 'closed', 'closing', 'draft', 'more_info', 'rejected', 'submitted', 'suspended', 'under_review'));
ALTER TABLE ledger_seals
  ADD CONSTRAINT ledger_seals_book_known CHECK (book IN ('live', 'test'));
ALTER TABLE ledger_balances
  ADD CONSTRAINT ledger_balances_book_known CHECK (book IN ('live', 'test'));
ALTER TABLE ledger_holds
  ADD CONSTRAINT ledger_holds_book_known CHECK (book IN ('live', 'test'));
ALTER TABLE ledger_adjustments
  ADD CONSTRAINT ledger_adjustments_book_known CHECK (book IN ('live', 'test'));
ALTER TABLE ledger_postings
  ADD CONSTRAINT ledger_postings_book_known CHECK (book IN ('live', 'test'));
ALTER TABLE account_terms
  ADD CONSTRAINT account_terms_settlement_frequency_known CHECK (settlement_frequency IN ('daily', 'monthly', 'weekly'));
ALTER TABLE order_exchanges
  ADD CONSTRAINT order_exchanges_direction_known CHECK (direction IN ('gateway_in', 'gateway_out', 'merchant_in', 'merchant_out')),
  ADD CONSTRAINT order_exchanges_result_known CHECK (result IN ('declined', 'error', 'success', 'timeout'));
ALTER TABLE order_timeline
  ADD CONSTRAINT order_timeline_kind_known CHECK (kind IN ('attempt', 'authentication', 'capture', 'dispute', 'ledger', 'note', 'operator', 'refund', 'risk', 'settlement', 'status', 'webhook_in', 'webhook_out')),
  ADD CONSTRAINT order_timeline_actor_type_known CHECK (actor_type IN ('gateway', 'merchant', 'operator', 'payer', 'system'));
ALTER TABLE payment_attempts
  ADD CONSTRAINT payment_attempts_trigger_known CHECK (trigger IN ('auto_retry', 'failover', 'operator', 'payer', 'step_up', 'subscription')),
  ADD CONSTRAINT payment_attempts_method_category_known CHECK (method_category IN ('bank_debit', 'bank_transfer', 'bnpl', 'card', 'local', 'voucher', 'wallet'));
ALTER TABLE event_exception_items
  ADD CONSTRAINT event_exception_items_source_known CHECK (source IN ('connector', 'import', 'inbound_webhook', 'job', 'ledger', 'outbound_webhook', 'outbox', 'recon')),
  ADD CONSTRAINT event_exception_items_level_known CHECK (level IN ('critical', 'error', 'warning'));
ALTER TABLE coin_orders
  ADD CONSTRAINT coin_orders_type_known CHECK (type IN ('moto', 'one_time', 'payment_link', 'subscription_first', 'subscription_renewal', 'virtual_page')),
  ADD CONSTRAINT coin_orders_payment_type_known CHECK (payment_type IN ('hosted_page', 'moto', 'payment_link', 'payout', 'server_to_server', 'subscription', 'virtual_page')),
  ADD CONSTRAINT coin_orders_refund_status_known CHECK (refund_status IN ('full', 'none', 'partial', 'processing')),
  ADD CONSTRAINT coin_orders_dispute_status_known CHECK (dispute_status IN ('lost', 'none', 'pending', 'win')),
  ADD CONSTRAINT coin_orders_settlement_status_known CHECK (settlement_status IN ('none', 'settled', 'unsettled')),
  ADD CONSTRAINT coin_orders_method_category_known CHECK (method_category IN ('bank_debit', 'bank_transfer', 'bnpl', 'card', 'local', 'voucher', 'wallet')),
  ADD CONSTRAINT coin_orders_capture_method_known CHECK (capture_method IN ('automatic', 'manual')),
  ADD CONSTRAINT coin_orders_risk_decision_known CHECK (risk_decision IN ('allow', 'reject', 'review'));
ALTER TABLE order_import_rows
  ADD CONSTRAINT order_import_rows_status_known CHECK (status IN ('canceled', 'failed', 'paid')),
  ADD CONSTRAINT order_import_rows_method_category_known CHECK (method_category IN ('bank_debit', 'bank_transfer', 'bnpl', 'card', 'local', 'voucher', 'wallet'));
ALTER TABLE users
  ADD CONSTRAINT users_sex_known CHECK (sex IN (0, 1, 2, 9));
ALTER TABLE rates ALTER COLUMN pair SET NOT NULL;
