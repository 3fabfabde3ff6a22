import type { ImportMapping } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import type { ImportColumn } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { describe, expect, test } from "vitest";
import { hasTooManyWords, isSameMapping, withColumns } from "./order-import.mapping.policy.ts";

const column = (name: string, words: readonly string[] | null): ImportColumn => ({
  name,
  samples: [],
  words: words === null ? null : words.map((word) => ({ word, count: 1 })),
});

const columns = [
  column("number", null),
  column("state", ["paid", "limbo"]),
  column("kind", ["credit_card", "pix"]),
  column("a", null),
  column("b", null),
];

const mapping: ImportMapping = {
  columns: {},
  timeZone: "UTC",
  dayOrder: "dayFirst",
  decimalSign: ".",
  unit: "major",
  statuses: {},
  methods: {},
};

const noCodes = new Set<string>();

describe("isSameMapping", () => {
  test("heeds what is said, and not in which order or whether nothing is said by null", () => {
    const there: ImportMapping = { ...mapping, fixedStatus: null, columns: { currency: [4], amount: [3] } };
    expect(isSameMapping({ ...mapping, columns: { amount: [3], currency: [4] } }, there)).toBe(true);
    expect(isSameMapping({ ...there, columns: { amount: [4], currency: [3] } }, there)).toBe(false);
    expect(isSameMapping({ ...there, fixedStatus: "paid" }, there)).toBe(false);
  });
});

describe("withColumns", () => {
  test("gives the words of a new column the meanings that are plain, and leaves the others open", () => {
    const next = withColumns({ ...mapping, fixedStatus: "paid" }, columns, "status", [1], noCodes);
    expect(next).toMatchObject({ columns: { status: [1] }, statuses: { paid: "paid" }, fixedStatus: null });
    expect(next.statuses.limbo).toBeUndefined();
  });

  test("takes methods of the catalogue by their codes", () => {
    const next = withColumns(mapping, columns, "method", [2], new Set(["pix"]));
    expect(next.methods).toEqual({ credit_card: "category:card", pix: "pix" });
  });

  test("joins three columns at most, and forgets a field that no column gives any more", () => {
    const joined = withColumns(mapping, columns, "merchantOrderNo", [0, 1, 3, 4], noCodes);
    expect(joined.columns.merchantOrderNo).toEqual([0, 1, 3]);
    expect(withColumns(joined, columns, "merchantOrderNo", [], noCodes).columns).toEqual({});
  });
});

describe("hasTooManyWords", () => {
  test("tells a column that cannot be given meanings from one that can, and from none", () => {
    const of = (at: number | undefined) =>
      hasTooManyWords({ ...mapping, columns: at === undefined ? {} : { status: [at] } }, columns, "status");
    expect([of(0), of(1), of(undefined)]).toEqual([true, false, false]);
  });
});
