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
  ].map((change) => ({
    what: `an attempt's ${change}`,
    statements: [`UPDATE payment_attempts SET ${change} WHERE merchant_id = $m AND order_id = $o2`],
    names: { table: "payment_attempts", key: "att_$o2", column: null },
  })),
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
];
