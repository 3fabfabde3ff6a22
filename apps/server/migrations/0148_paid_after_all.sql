-- A transfer by hand that people had given up, and that its bank shows as paid.

-- stage: constraints
ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_resolution_known;

ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_resolution_known CHECK (
  resolution IN ('confirmed', 'paid', 'paid_late', 'returned', 'received', 'charge', 'loss', 'suspense', 'reopened')
);
