/** What takes the last payment out, with its seals, and makes counters and balances agree. */
export const withoutLastPayment = [
  `DELETE FROM settlement_lines WHERE merchant_id = $m AND journal_id IN (
     SELECT id FROM ledger_journals WHERE merchant_id = $m AND seq > 6)`,
  "DELETE FROM ledger_postings WHERE merchant_id = $m AND seq > 6",
  "DELETE FROM ledger_journals WHERE merchant_id = $m AND seq > 6",
  "DELETE FROM ledger_seals WHERE merchant_id = $m AND seq > 6",
  "UPDATE ledger_books SET seq = 6, sealed_seq = 6 WHERE merchant_id = $m",
  `UPDATE ledger_balances b SET last_journal_id = (
     SELECT p.journal_id FROM ledger_postings p WHERE p.merchant_id = $m AND b.account IN (p.debit_account, p.credit_account)
      ORDER BY p.seq DESC LIMIT 1) WHERE merchant_id = $m`,
  `UPDATE ledger_balances b SET amount = (
     SELECT CASE b.account WHEN p.debit_account THEN p.debit_after ELSE p.credit_after END FROM ledger_postings p
      WHERE p.merchant_id = $m AND b.account IN (p.debit_account, p.credit_account)
      ORDER BY p.seq DESC, p.line DESC LIMIT 1) WHERE merchant_id = $m`,
];

/** What takes the order of the last payment out. */
export const withoutLastOrder = [
  "DELETE FROM captures WHERE merchant_id = $m AND order_id = $o3",
  "DELETE FROM payment_attempts WHERE merchant_id = $m AND order_id = $o3",
  "DELETE FROM coin_order_particulars WHERE merchant_id = $m AND order_id = $o3",
  "DELETE FROM coin_orders WHERE merchant_id = $m AND id = $o3",
  "UPDATE merchant_volumes SET captured = captured - 10000 WHERE merchant_id = $m",
];

const bookTables = [
  "settlement_lines",
  "ledger_holds",
  "ledger_postings",
  "ledger_seals",
  "ledger_journals",
  "ledger_balances",
  "ledger_heads",
  "ledger_books",
];

/** An edit of the books by their owner; `$m` is the merchant, `$j1` … its journals, `$o1` … its orders, `$c1` … their captures, `$d` its due. */
export interface Edit {
  readonly what: string;
  readonly statements: readonly string[];
  /** The row that has to be named, with the same stand-ins as the statements. */
  readonly names: { readonly table: string; readonly key: string; readonly column?: string | null };
}

/** Edits of a sealed book of three payments, and the row by which a verification has to name each. */
export const edits: readonly Edit[] = [
  {
    what: "a posting's book",
    statements: ["UPDATE ledger_postings SET book = 'test' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "book" },
  },
  {
    what: "a posting's number in the book",
    statements: ["UPDATE ledger_postings SET seq = 99 WHERE merchant_id = $m AND journal_id = $j9"],
    names: { table: "ledger_postings", key: "$j9 1", column: "seq" },
  },
  {
    what: "a posting's amount",
    statements: ["UPDATE ledger_postings SET amount = 10001 WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "debit_after" },
  },
  {
    what: "an amount with every sum after it",
    statements: [
      "UPDATE ledger_postings SET amount = amount + 1, debit_after = debit_after + 1, credit_after = credit_after + 1 WHERE merchant_id = $m AND journal_id = $j9",
      "UPDATE ledger_balances SET amount = amount + 1 WHERE merchant_id = $m AND kind = 'cost'",
      "UPDATE ledger_balances SET amount = amount - 1 WHERE merchant_id = $m AND kind = 'gateway_receivable'",
      "UPDATE ledger_postings SET credit_after = credit_after - 2 WHERE merchant_id = $m AND journal_id = $j9",
      "UPDATE coin_orders SET gateway_cost_amount = gateway_cost_amount + 1 WHERE merchant_id = $m AND id = $o3",
    ],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a posting's currency",
    statements: ["UPDATE ledger_postings SET currency = 'EUR' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "currency" },
  },
  {
    what: "a posting's account",
    statements: [
      "UPDATE ledger_postings SET credit_account = 'mer:' || $m || ':available:USD' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a posting's account to none there is",
    statements: ["UPDATE ledger_postings SET debit_account = 'cash' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "debit_account" },
  },
  {
    what: "a posting's account to a stranger's",
    statements: [
      "UPDATE ledger_postings SET credit_account = 'mer:mer_other:pending:USD' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "ledger_postings", key: "$j4 1", column: "credit_account" },
  },
  {
    what: "a posting taken out",
    statements: ["DELETE FROM ledger_postings WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: null },
  },
  {
    what: "a journal's description",
    statements: ["UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $m AND id = $j4"],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a journal's time",
    statements: [
      "UPDATE ledger_journals SET posted_at = posted_at + interval '1 ms' WHERE merchant_id = $m AND id = $j9",
    ],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a journal's effective date",
    statements: ["UPDATE ledger_journals SET effective_date = '2026-11-01' WHERE merchant_id = $m AND id = $j9"],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a journal's key",
    statements: ["UPDATE ledger_journals SET idempotency_key = 'other' WHERE merchant_id = $m AND id = $j4"],
    names: { table: "ledger_journals", key: "$j4", column: "idempotency_key" },
  },
  {
    what: "a journal's order",
    statements: ["UPDATE ledger_journals SET order_id = $o1 WHERE merchant_id = $m AND id = $j4"],
    names: { table: "coin_orders", key: "$o2", column: "captured_amount" },
  },
  ...["fee_amount", "fee_tax_amount", "net_amount", "settle_amount", "gateway_cost_amount"].map((column) => ({
    what: `an order's ${column}`,
    statements: [`UPDATE coin_orders SET ${column} = ${column} + 1 WHERE merchant_id = $m AND id = $o2`],
    names: { table: "coin_orders", key: "$o2", column },
  })),
  {
    what: "an order's captured amount",
    statements: ["UPDATE coin_orders SET captured_amount = 9999 WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "captured_amount" },
  },
  {
    what: "an order's settlement currency",
    statements: ["UPDATE coin_orders SET settle_currency = 'EUR' WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "settle_currency" },
  },
  ...[
    { what: "a capture that is priced, said to be unpriced", hidden: [] },
    {
      what: "an order's figures, hidden behind a capture that is said to be unpriced",
      hidden: ["settle_amount = 0, fee_amount = 0, fee_tax_amount = 0, net_amount = 0, gateway_cost_amount = 0"],
    },
  ].map(({ what, hidden }) => ({
    what,
    statements: [
      `INSERT INTO unpriced_captures
         (merchant_id, id, order_id, attempt_id, amount, currency, captured_before, reason, create_time)
       VALUES ($m, 'att_' || $o2, $o2, 'att_forged', 10000, 'USD', 0, 'no_agreement', now())`,
      ...hidden.map((columns) => `UPDATE coin_orders SET ${columns} WHERE merchant_id = $m AND id = $o2`),
    ],
    names: { table: "unpriced_captures", key: "att_$o2", column: null },
  })),
  {
    what: "a capture without a price that nothing was booked for",
    statements: [
      `INSERT INTO unpriced_captures
         (merchant_id, id, order_id, attempt_id, amount, currency, captured_before, reason, create_time)
       VALUES ($m, 'cap_forged', $o2, 'att_forged', 10000, 'USD', 0, 'unpriceable', now())`,
    ],
    names: { table: "unpriced_captures", key: "cap_forged", column: null },
  },
  {
    what: "an order that was taken out",
    statements: [
      "DELETE FROM captures WHERE merchant_id = $m AND order_id = $o2",
      "DELETE FROM payment_attempts WHERE merchant_id = $m AND order_id = $o2",
      "DELETE FROM coin_order_particulars WHERE merchant_id = $m AND order_id = $o2",
      "DELETE FROM coin_orders WHERE merchant_id = $m AND id = $o2",
    ],
    names: { table: "coin_orders", key: "$o2", column: null },
  },
  ...["amount", "fee_amount", "fee_tax_amount", "net_amount", "settle_amount", "gateway_cost_amount"].map((column) => ({
    what: `a capture's ${column}`,
    statements: [`UPDATE captures SET ${column} = ${column} + 1 WHERE merchant_id = $m AND order_id = $o2`],
    names: { table: "captures", key: "$c2", column },
  })),
  {
    what: "a settlement line's amount",
    statements: ["UPDATE settlement_lines SET amount = amount - 1 WHERE merchant_id = $m AND journal_id = $j5"],
    names: { table: "settlement_lines", key: "$j5", column: "amount" },
  },
  {
    what: "a settlement line taken out",
    statements: ["DELETE FROM settlement_lines WHERE merchant_id = $m AND journal_id = $j5"],
    names: { table: "settlement_lines", key: "$j5", column: null },
  },
  {
    what: "a settlement line doubled, under a journal that makes none",
    statements: [
      `INSERT INTO settlement_lines (merchant_id, journal_id, book, currency, line_type, source_id, amount, tax_amount, due_date)
       SELECT merchant_id, $j6, book, currency, line_type, source_id, amount, tax_amount, due_date
         FROM settlement_lines WHERE merchant_id = $m AND journal_id = $j4`,
    ],
    names: { table: "settlement_lines", key: "$j6", column: null },
  },
  {
    what: "the day a settlement line falls due",
    statements: ["UPDATE settlement_lines SET due_date = due_date - 1 WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "settlement_lines", key: "$j4", column: "due_date" },
  },
  {
    what: "a settlement line that no batch settled",
    statements: [
      `INSERT INTO settlement_batches (merchant_id, id, tenant_id, batch_no, mode, currency, date, status, create_time)
       VALUES ($m, 'stl_1', 1, 'stl_1', 'live', 'USD', '2026-11-24', 'open', '2026-11-21T00:00:00Z')`,
      "UPDATE settlement_lines SET state = 'settled', batch_id = 'stl_1' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "settlement_lines", key: "stl_1 USD", column: "amount" },
  },
  {
    what: "a settlement line's bucket, by what backs it",
    statements: ["UPDATE settlement_lines SET amount = amount - 1 WHERE merchant_id = $m AND journal_id = $j5"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "amount" },
  },
  {
    what: "a balance",
    statements: ["UPDATE ledger_balances SET amount = amount + 1 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "amount" },
  },
  {
    what: "a balance beyond every amount",
    statements: ["UPDATE ledger_balances SET amount = 9999999999999999999 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "amount" },
  },
  {
    what: "a balance's bucket",
    statements: ["UPDATE ledger_balances SET kind = 'available' WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "kind" },
  },
  {
    what: "a balance's last journal",
    statements: ["UPDATE ledger_balances SET last_journal_id = $j1 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "last_journal_id" },
  },
  {
    what: "the count of the journals",
    statements: ["UPDATE ledger_books SET seq = 12 WHERE merchant_id = $m"],
    names: { table: "ledger_books", key: "live", column: "seq" },
  },
  {
    what: "the count of the seals",
    statements: ["UPDATE ledger_books SET sealed_seq = 6 WHERE merchant_id = $m"],
    names: { table: "ledger_books", key: "live", column: "sealed_seq" },
  },
  ...["hash", "prev_hash"].map((column) => ({
    what: `a seal's ${column}`,
    statements: [`UPDATE ledger_seals SET ${column} = repeat('a', 64) WHERE merchant_id = $m AND seq = 4`],
    names: column === "hash" ? { table: "ledger_journals", key: "$j4" } : { table: "ledger_seals", key: "4", column },
  })),
  {
    what: "a seal's time",
    statements: ["UPDATE ledger_seals SET sealed_at = sealed_at - interval '1 day' WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a seal's journal",
    statements: ["UPDATE ledger_seals SET journal_id = $j5 WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: "journal_id" },
  },
  {
    what: "a seal's key",
    statements: ["UPDATE ledger_seals SET key_id = 'unknown' WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: "key_id" },
  },
  {
    what: "a seal in the middle",
    statements: ["DELETE FROM ledger_seals WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: null },
  },
  {
    what: "the last seal",
    statements: ["DELETE FROM ledger_seals WHERE merchant_id = $m AND seq = 9"],
    names: { table: "ledger_seals", key: "9", column: null },
  },
  {
    what: "the head of the chain",
    statements: ["DELETE FROM ledger_heads WHERE merchant_id = $m"],
    names: { table: "ledger_heads", key: "live", column: null },
  },
  {
    what: "the last payment, its order left",
    statements: withoutLastPayment,
    names: { table: "coin_orders", key: "$o3", column: "captured_amount" },
  },
  {
    what: "the last payment and its order",
    statements: [...withoutLastPayment, ...withoutLastOrder],
    names: { table: "ledger_seals", key: "9", column: null },
  },
  {
    what: "the last payment, its order, the head",
    statements: [
      ...withoutLastPayment,
      ...withoutLastOrder,
      `UPDATE ledger_heads SET length = 6, hash = (SELECT hash FROM ledger_seals WHERE merchant_id = $m AND seq = 6)
        WHERE merchant_id = $m`,
    ],
    names: { table: "ledger_heads", key: "live", column: "mac" },
  },
  {
    what: "the whole book, its orders left",
    statements: bookTables.map((table) => `DELETE FROM ${table} WHERE merchant_id = $m`),
    names: { table: "coin_orders", key: "$o2", column: "captured_amount" },
  },
  {
    what: "an attempt's captured amount",
    statements: ["UPDATE payment_attempts SET captured_amount = 1 WHERE merchant_id = $m AND order_id = $o2"],
    names: { table: "payment_attempts", key: "att_$o2", column: "captured_amount" },
  },
  {
    what: "an attempt that was captured, said to be declined",
    statements: ["UPDATE payment_attempts SET status = 'declined' WHERE merchant_id = $m AND order_id = $o2"],
    names: { table: "payment_attempts", key: "att_$o2", column: "status" },
  },
  {
    what: "the attempts of an order taken out",
    statements: ["DELETE FROM payment_attempts WHERE merchant_id = $m AND order_id = $o2"],
    names: { table: "payment_attempts", key: "att_$o2", column: null },
  },
  {
    what: "a capture put under the attempt of another order",
    statements: ["UPDATE captures SET attempt_id = 'att_' || $o1 WHERE merchant_id = $m AND order_id = $o2"],
    names: { table: "payment_attempts", key: "att_$o1", column: null },
  },
  {
    what: "what an order asks for",
    statements: ["UPDATE coin_orders SET amount = 20000 WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "amount" },
  },
  {
    what: "a settlement line kept back in a batch that is not closed",
    statements: [
      `INSERT INTO settlement_batches (merchant_id, id, tenant_id, batch_no, mode, currency, date, status, create_time)
       VALUES ($m, 'stl_x', 1, 'stl_x', 'live', 'USD', '2026-11-24', 'open', '2026-11-21T00:00:00Z')`,
      "UPDATE settlement_lines SET state = 'batched', batch_id = 'stl_x' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "settlement_lines", key: "stl_x", column: "state" },
  },
];
