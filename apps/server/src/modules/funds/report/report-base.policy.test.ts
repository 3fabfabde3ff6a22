import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { parseFxRate } from "@countinghouse/money/fx.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { convertedMeasures, groupedCounts } from "./report-base.policy.ts";
import { noMeasures, sumNames } from "./report-measures.policy.ts";

const countedOf = (key: string, code: string, sales: string) => ({
  ...noMeasures,
  key,
  currency: currency(code),
  orders: 1,
  sales,
});

test("amounts are converted by exponents and the rate, rounded once; counts stay", () => {
  const row = convertedMeasures(countedOf("", "JPY", "1000"), "JPY", parseFxRate("0.0066"), "USD");
  expect(row).toMatchObject({ orders: 1, sales: "660", refunded: "0" });
  expect(convertedMeasures(countedOf("", "USD", "125"), "USD", parseFxRate("0.5"), "USD").sales).toBe("62");
});

test("however rows are grouped, they come to the same, and no currency is added to another", () => {
  const code = fc.constantFrom<CurrencyCode>("USD", "EUR", "JPY");
  const counted = fc.record({
    key: fc.constantFrom("a", "b"),
    code,
    sales: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  });
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 20 }), (rows) => {
      const all = rows.map((row) => countedOf(row.key, row.code, String(row.sales)));
      const grouped = groupedCounts(all);
      for (const currencyCode of ["USD", "EUR", "JPY"]) {
        const sum = (some: readonly { readonly currency: string; readonly sales: string }[]) =>
          some.filter((row) => row.currency === currencyCode).reduce((total, row) => total + BigInt(row.sales), 0n);
        expect(sum(grouped)).toBe(sum(all));
      }
      const places = grouped.map((row) => `${row.key} ${row.currency}`);
      expect(new Set(places).size).toBe(places.length);
      expect(sumNames.every((name) => grouped.every((row) => /^-?\d+$/.test(row[name])))).toBe(true);
    }),
  );
});
