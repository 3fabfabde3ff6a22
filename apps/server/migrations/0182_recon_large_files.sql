-- Rounds over a file of a hundred thousand lines: each finds its next lines, and what is said of the whole file, without
-- reading the others. The planner knows nothing of the lines of a file that came a moment ago.

-- stage: constraints
CREATE INDEX recon_items_next_idx ON recon_items (merchant_id, batch_id, line_no) WHERE status = 'new';

CREATE INDEX recon_items_whole_file_idx ON recon_items (merchant_id, batch_id) WHERE type IN ('payout', 'fee');
