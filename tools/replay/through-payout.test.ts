import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { SoldRow } from "./business-days.ts";
import { inventedOrders, inventedRates } from "./invented-file.ts";
import { mappingShape, planRow } from "./mapping.ts";
import { runThroughPayout } from "./through-payout.ts";

const mapping = mappingShape.parse({
  columns: {
    merchantOrderNo: ["order_id", "payment_sequential"],
    amount: "payment_value",
    currency: "currency",
    method: "payment_type",
  },
  methods: { credit_card: "card", boleto: "sim_voucher", voucher: "sim_voucher", debit_card: "sim_debit" },
});

const sold = (text: string): SoldRow[] =>
  (parse(text, { columns: true }) as Record<string, string>[]).map((cells, index) => ({
    row: planRow(mapping, index + 2, cells),
    seller: cells.seller_id ?? "",
    isCanceled: cells.order_status === "canceled",
  }));

test("orders of a file are converted, refunded, settled, paid out and reconciled to the cent, and nothing twice", async () => {
  const rows = sold(inventedOrders({ seed: 15, rows: 120, sellers: 12 }));
  expect(rows.filter(({ isCanceled }) => isCanceled).length).toBeGreaterThan(2);
  const { first, second, untied, isSame, findings } = await runThroughPayout({
    rows,
    days: 4,
    // A weekend and two days of rest of the banks lie within.
    from: "2026-02-12",
    holidays: ["2026-02-16", "2026-02-17"],
    rates: inventedRates(15, "2026-02-02", 40),
    cardNumber: "4008400010000004",
    database: undefined,
    say: () => {},
  });
  expect(untied).toEqual([]);
  expect(findings).toEqual([]);
  expect(first.counts).toMatchObject({ orders: 120, refunds: rows.filter(({ isCanceled }) => isCanceled).length });
  expect(first.counts.converted).toBeGreaterThan(40);
  expect(first.counts.withdrawals).toBeGreaterThan(11);
  expect(isSame).toBe(true);
  expect(second.counts).toEqual(first.counts);
}, 300_000);
