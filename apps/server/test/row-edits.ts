import type { Edit } from "./book-edits.ts";

/** Edits of the rows by which the money of a sealed book was priced and told apart. */
export const rowEdits: readonly Edit[] = [
  {
    what: "the day a capture falls due, and its lines with it",
    statements: [
      "UPDATE captures SET due_date = due_date - 1 WHERE merchant_id = $m AND id = $c2",
      "UPDATE settlement_lines SET due_date = due_date - 1 WHERE merchant_id = $m AND source_id = $c2",
    ],
    names: { table: "captures", key: "$c2", column: null },
  },
  ...[
    "upstream_id = 'up_2'",
    "gateway_key = 'key_2'",
    "capture_no = 'CP_2'",
    `fee_rule = '{"tax": {"country": "FR"}}'`,
    "fx_rate = '1.1'",
    `fx = '{"rate": "1.1"}'`,
    "is_final = false",
    "gateway_account_id = 'gac_2'",
    "seal = replace(seal, 'w2:', 'u2:')",
    `seal = (SELECT seal FROM captures WHERE merchant_id = $m AND id = $c1)`,
  ].map((change) => ({
    what: `a capture's ${change}`,
    statements: [`UPDATE captures SET ${change} WHERE merchant_id = $m AND id = $c2`],
    names: { table: "captures", key: "$c2", column: null },
  })),
  ...[
    `agreement = jsonb_set(agreement, '{price,fee,percent}', '0')`,
    `agreement = jsonb_set(agreement, '{tax,rate}', '0')`,
    "agreement = NULL",
    "card_country = 'SG'",
    "upstream_attempt_id = 'sim_2'",
    "upstream_intent_id = 'int_2'",
    "gateway_account_id = 'gac_2'",
    "decline_code = 'do_not_honor'",
    "merchant_advice_code = '03'",
    "scheme_transaction_id = 'MCC123456'",
    "token_reference = 'tok_2'",
    "consent_initiator = 'payer', consent_usage = 'recurring', consent_reference = 'cst_2'",
  ].map((change) => ({
    what: `an attempt's ${change}`,
    statements: [`UPDATE payment_attempts SET ${change} WHERE merchant_id = $m AND order_id = $o2`],
    names: { table: "payment_attempts", key: "att_$o2", column: null },
  })),
  {
    what: "how long an order may be paid",
    statements: [
      "UPDATE coin_orders SET expire_time = expire_time + interval '1 day' WHERE merchant_id = $m AND id = $o2",
    ],
    names: { table: "coin_orders", key: "$o2", column: null },
  },
  ...["seal = NULL", "seal = 'w:unknown:' || repeat('a', 32)"].map((change) => ({
    what: `a capture's ${change}`,
    statements: [`UPDATE captures SET ${change} WHERE merchant_id = $m AND id = $c2`],
    names: { table: "captures", key: "$c2", column: "seal" },
  })),
  ...[
    "kind = 'duplicate_payment'",
    "upstream_payment_id = 'up_2'",
    "expected_amount = 1",
    "needs_approval = true",
    "status = 'awaiting_approval', action = 'book', propose_user_id = 7",
    "propose_time = create_time",
    "decide_user_id = 7",
  ].map((change) => ({
    what: `an unapplied payment's ${change}`,
    statements: [`UPDATE payment_dues SET ${change} WHERE merchant_id = $m AND id = $d`],
    names: { table: "payment_dues", key: "$d", column: null },
  })),
  {
    what: "an unapplied payment's amount, and the surplus of its order with it",
    statements: [
      "UPDATE payment_dues SET amount = 90 WHERE merchant_id = $m AND id = $d",
      "UPDATE coin_orders SET surplus_amount = 90 WHERE merchant_id = $m AND id = $o1",
    ],
    names: { table: "payment_dues", key: "$d", column: null },
  },
  {
    what: "an order's surplus",
    statements: ["UPDATE coin_orders SET surplus_amount = 99 WHERE merchant_id = $m AND id = $o1"],
    names: { table: "coin_orders", key: "$o1", column: "surplus_amount" },
  },
  {
    what: "the surplus of an order that has none",
    statements: ["UPDATE coin_orders SET surplus_amount = 1 WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "surplus_amount" },
  },
  ...["captured = captured - 1", "currency = 'EUR'", "mode = 'test'"].map((change) => ({
    what: `a month's volume: ${change}`,
    statements: [`UPDATE merchant_volumes SET ${change} WHERE merchant_id = $m`],
    names: { table: "merchant_volumes", key: "2026-11 USD", column: "captured" },
  })),
  {
    what: "a month's volume, taken out",
    statements: ["DELETE FROM merchant_volumes WHERE merchant_id = $m"],
    names: { table: "merchant_volumes", key: "2026-11 USD", column: "captured" },
  },
  ...[
    ["due_date = due_date - 1", "due_date"],
    ["due_date = NULL", "due_date"],
    ["fx_rate = 1.1", "fx_rate"],
    [`fee_rule = jsonb_set(fee_rule, '{percent}', '0')`, "fee_rule"],
    [`fee_rule = jsonb_set(fee_rule, '{returnable}', '"310"')`, "fee_rule"],
    ["attempt_count = 2", "attempt_count"],
    ["status = 'awaiting', awaiting_reason = 'capture'", "status"],
    ["status = 'pending', paid_time = NULL", "status"],
  ].map(([change = "", column = ""]) => ({
    what: `an order's ${change}`,
    statements: [`UPDATE coin_orders SET ${change} WHERE merchant_id = $m AND id = $o2`],
    names: { table: "coin_orders", key: "$o2", column },
  })),
  {
    what: "an attempt that was never made",
    statements: [
      `INSERT INTO payment_attempts SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'att_9', 'attempt_no', 'AT9', 'seq', 9))).*
         FROM payment_attempts a WHERE merchant_id = $m AND order_id = $o2`,
    ],
    names: { table: "coin_orders", key: "$o2", column: "attempt_count" },
  },
  {
    what: "a capture, taken out with its lines",
    statements: [
      "DELETE FROM settlement_lines WHERE merchant_id = $m AND source_id = $c2",
      "DELETE FROM captures WHERE merchant_id = $m AND id = $c2",
    ],
    names: { table: "captures", key: "$c2", column: null },
  },
  {
    what: "the state of the attempt by which an order was paid",
    statements: ["UPDATE payment_attempts SET status = 'authorized' WHERE merchant_id = $m AND order_id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "status" },
  },
];
