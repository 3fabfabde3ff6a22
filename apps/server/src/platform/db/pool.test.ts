import { describe, expect, test } from "vitest";
import { parseInstant } from "./pool.ts";

describe("an instant as the database writes it", () => {
  test.each([
    ["2026-05-21 09:08:07+00", "2026-05-21T09:08:07.000Z"],
    ["2026-05-21 09:08:07.1+00", "2026-05-21T09:08:07.100Z"],
    ["2026-05-21 09:08:07.12+00", "2026-05-21T09:08:07.120Z"],
    ["2026-05-21 09:08:07.123+00", "2026-05-21T09:08:07.123Z"],
    ["2026-05-21 09:08:07.123999+00", "2026-05-21T09:08:07.123Z"],
    ["2026-05-21 17:08:07.5+08", "2026-05-21T09:08:07.500Z"],
    ["2026-05-21 14:53:07.5+05:45", "2026-05-21T09:08:07.500Z"],
    ["2026-05-20 23:08:07-10", "2026-05-21T09:08:07.000Z"],
    ["1969-12-31 23:59:59.999+00", "1969-12-31T23:59:59.999Z"],
  ])("%s is %s", (written, instant) => {
    expect(parseInstant(written)).toBe(instant);
    expect(parseInstant(written)).toBe(new Date(written).toISOString());
  });

  test("that is none is refused", () => {
    expect(() => parseInstant("infinity")).toThrow(RangeError);
  });
});
