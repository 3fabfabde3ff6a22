import { describe, expect, test } from "vitest";
import { localTimesOf } from "./zone.ts";

describe("local times", () => {
  test("are those of the zone, both ways", () => {
    const { read, written } = localTimesOf("Asia/Shanghai");
    expect(written(new Date("2026-11-27T06:05:09.000Z"))).toBe("2026-11-27 14:05:09");
    expect(read("2026-11-27 14:05:09")).toBe("2026-11-27T06:05:09.000Z");
    expect(read("2026-11-27")).toBe("2026-11-26T16:00:00.000Z");
    expect(read("2026-11-27T14:05")).toBe("2026-11-27T06:05:00.000Z");
  });

  test("come back unread where they are no times, to be refused by name", () => {
    const { read } = localTimesOf("UTC");
    for (const text of ["", "yesterday", "2026-02-30", "2026-11-27 25:00:00", "2026-11-27T06:05:09.000Z"])
      expect(read(text)).toBe(text);
  });

  test("that the clocks left out are an hour later, and the first of those that come twice", () => {
    const { read } = localTimesOf("Europe/Berlin");
    expect(read("2026-03-29 02:30:00")).toBe("2026-03-29T01:30:00.000Z");
    expect(read("2026-10-25 02:30:00")).toBe("2026-10-25T00:30:00.000Z");
  });
});
