import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { readAmount, readExact, readInstant, writeAmount, writeExact } from "./airwallex.wire.ts";

describe("amounts on the wire", () => {
  test("are written and read digit by digit", () => {
    const large = money(9_007_199_254_740_993n, "USD");
    const body = writeExact({ currency: "USD" }, writeAmount(large, {}));
    expect(body).toBe('{"currency":"USD","amount":90071992547409.93}');
    expect(readExact(body)).toEqual({ currency: "USD", amount: "90071992547409.93" });
    expect(readAmount("90071992547409.93", "USD")).toEqual(large);
  });

  test.each([
    ["12.3", "USD", 1_230n],
    ["12.3000", "USD", 1_230n],
    ["12", "JPY", 12n],
    ["12.00", "JPY", 12n],
    ["0.5", "KWD", 500n],
  ])("%s %s is %d", (text, code, minor) => {
    expect(readAmount(text, code)).toEqual(money(minor, code));
  });

  test.each([
    ["12.345", "USD"],
    ["1e2", "USD"],
    ["12", "XXX"],
  ])("%s %s is no amount of ours", (text, code) => {
    expect(() => readAmount(text, code)).toThrow();
  });

  test("instants of the wire are ISO 8601 with a colon in the offset", () => {
    expect(readInstant("2026-06-01T08:00:00+0800")).toBe("2026-06-01T00:00:00.000Z");
    expect(readInstant("soon")).toBeNull();
  });
});
