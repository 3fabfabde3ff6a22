import { describe, expect, test } from "vitest";
import { missingFields } from "./import-mapping.ts";

describe("missingFields", () => {
  test("names what neither a column nor one value for all rows gives", () => {
    const written = {
      timeZone: "UTC",
      dayOrder: "dayFirst",
      decimalSign: ".",
      unit: "major",
      statuses: {},
      methods: {},
    } as const;
    expect(missingFields({ ...written, columns: { amount: [1] }, fixedCurrency: "BRL" })).toEqual([
      "merchantOrderNo",
      "orderTime",
      "status",
    ]);
  });
});
