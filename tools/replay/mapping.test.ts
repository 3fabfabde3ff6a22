import { describe, expect, test } from "vitest";
import { type Mapping, mappingShape, planRow, resolveMapping } from "./mapping.ts";

const given = (parts: Partial<Mapping> = {}): Mapping => mappingShape.parse(parts);
const header = [
  "order_id",
  "payment_sequential",
  "payment_type",
  "payment_value",
  "currency",
  "installments",
  "purchased_at",
];

const mapping = resolveMapping(
  given({
    columns: { merchantOrderNo: ["order_id", "payment_sequential"] },
    methods: { credit_card: "card", boleto: "sim_voucher" },
  }),
  header,
);
const row = (parts: Record<string, string> = {}) => ({
  order_id: "a1",
  payment_sequential: "2",
  payment_type: "credit_card",
  payment_value: "184.87",
  currency: "brl",
  installments: "5",
  purchased_at: "2026-05-21T12:44:00-03:00",
  ...parts,
});

describe("resolveMapping", () => {
  test("finds the headings that speak for themselves and keeps what was told", () => {
    expect(mapping.columns).toMatchObject({
      merchantOrderNo: ["order_id", "payment_sequential"],
      amount: "payment_value",
      method: "payment_type",
      instalments: "installments",
      orderedAt: "purchased_at",
    });
  });

  test("names a column that is not there and lists those that are", () => {
    expect(() => resolveMapping(given({ columns: { amount: "price" } }), header)).toThrow(
      /no column "price".*payment_value/,
    );
  });

  test("names what nothing gives, unless it is fixed", () => {
    const without = header.filter((name) => name !== "currency");
    expect(() => resolveMapping(given(), without)).toThrow(/Nothing gives currency/);
    expect(resolveMapping(given({ fixed: { currency: "EUR" } }), without).columns.currency).toBeUndefined();
  });
});

describe("planRow", () => {
  test("makes minor units of the currency, joins columns and keeps instalments and time", () => {
    expect(planRow(mapping, 2, row())).toMatchObject({
      line: 2,
      order: {
        merchantOrderNo: "a1-2",
        amountMinor: 18487,
        currency: "BRL",
        method: "card",
        metadata: { instalments: "5", orderedAt: "2026-05-21T12:44:00-03:00" },
      },
    });
  });

  test.each([
    ["117", "BRL", 11700],
    ["117.5", "BRL", 11750],
    ["1050", "JPY", 1050],
    ["12.345", "KWD", 12345],
    ["0.01", "USD", 1],
  ])("reads %s %s as %d", (payment_value, currency, minor) => {
    expect(planRow(mapping, 2, row({ payment_value, currency }))).toMatchObject({ order: { amountMinor: minor } });
  });

  test.each([
    [{ payment_value: "1.005" }, /more decimals than BRL/],
    [{ payment_value: "10.5", currency: "JPY" }, /more decimals than JPY/],
    [{ payment_value: "1,05" }, /is no amount/],
    [{ payment_value: "" }, /is no amount/],
    [{ payment_value: "0.00" }, /not above zero/],
    [{ payment_value: "-5.00" }, /not above zero/],
    [{ payment_value: "99999999999999999.00" }, /too large/],
    [{ currency: "XYZ" }, /"XYZ" is no currency/],
    [{ payment_type: "Not Known" }, /names no payment method.*--method/],
    [{ order_id: "", payment_sequential: "" }, /order number/],
    [{ order_id: "x".repeat(70) }, /longer than 64/],
  ])("says why %o is no order", (parts, why) => {
    expect(planRow(mapping, 2, row(parts))).toMatchObject({ problem: expect.stringMatching(why) });
  });

  test("puts what an order number may not hold into dashes", () => {
    expect(planRow(mapping, 2, row({ order_id: "A/10 01" }))).toMatchObject({
      order: { merchantOrderNo: "A-10-01-2" },
    });
  });
});
