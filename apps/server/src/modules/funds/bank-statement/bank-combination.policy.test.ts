import fc from "fast-check";
import { expect, test } from "vitest";
import { combinationsOf, type JudgedBankLine, type OurMovement } from "./bank-match.policy.ts";

const recordOf = (amount: number, at: number): OurMovement => ({
  refType: "payout",
  id: `pyt_${at}`,
  refNo: `PY20261120${String(at).padStart(10, "0")}`,
  sourceType: "cashout",
  sourceId: `cso_${at}`,
  sourceNo: `CO20261120${String(at).padStart(10, "0")}`,
  merchantId: "mer_1",
  date: "2026-11-20",
  amount: BigInt(-amount),
  booked: BigInt(-amount),
  isBookable: false,
  names: [`PY20261120${String(at).padStart(10, "0")}`],
});

const lineOf = (amount: number, text: string): JudgedBankLine => ({
  type: "transfer",
  amount: BigInt(-amount),
  bookingDate: "2026-11-20",
  valueDate: "2026-11-20",
  references: [text],
});

const free = () => false;

test("a line that names several transfers and comes to all of them stands against them together", () => {
  const records = [recordOf(100, 1), recordOf(250, 2), recordOf(350, 3)];
  const line = lineOf(350, `PAYROLL ${records[0]?.refNo} ${records[1]?.refNo}`);
  expect(combinationsOf([line], records, free)).toEqual([{ lines: [line], records: records.slice(0, 2) }]);
});

test("lines that name one transfer and come to it together stand against it, and those that do not are left alone", () => {
  const records = [recordOf(100, 1), recordOf(250, 2)];
  const parts = [lineOf(60, records[0]?.refNo ?? ""), lineOf(40, records[0]?.refNo ?? "")];
  const twice = [lineOf(250, records[1]?.refNo ?? ""), lineOf(250, records[1]?.refNo ?? "")];
  expect(combinationsOf([...parts, ...twice], records, free)).toEqual([{ lines: parts, records: [records[0]] }]);
});

test("a record that another line stands against, or one of the other direction, is in none", () => {
  const records = [recordOf(100, 1), recordOf(250, 2)];
  const line = lineOf(350, records.map(({ refNo }) => refNo).join(" "));
  expect(combinationsOf([line], records, ({ id }) => id === "pyt_1")).toEqual([]);
  expect(combinationsOf([{ ...line, amount: 350n }], records, free)).toEqual([]);
});

test("whatever is split how: both sides come to the same, and nothing is used twice", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: -1, max: 1 }), (several, parts, beyond) => {
      const records = several.map((amount, at) => recordOf(amount, at));
      const whole = recordOf(
        parts.reduce((sum, part) => sum + part, 0),
        99,
      );
      const total = several.reduce((sum, one) => sum + one, 0) + beyond;
      const line = lineOf(total, records.map(({ refNo }) => refNo).join(" / "));
      const pieces = parts.map((amount) => lineOf(amount, whole.refNo));
      const found = combinationsOf([line, ...pieces], [...records, whole], free);
      const sum = (some: readonly { readonly amount: bigint }[]) => some.reduce((all, { amount }) => all + amount, 0n);
      for (const one of found) expect(sum(one.lines)).toBe(sum(one.records));
      const used = found.flatMap((one) => [...one.lines, ...one.records]);
      expect(new Set(used).size).toBe(used.length);
      expect(found).toHaveLength(total > 0 && beyond === 0 ? 2 : 1);
    }),
  );
});
