import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { dayIn, releaseOf, stepsOf, weekOf } from "./home.policy.ts";

describe("weekOf", () => {
  test.each([
    ["2026-11-21", "2026-11-16", "2026-11-22"],
    ["2026-11-16", "2026-11-16", "2026-11-22"],
    ["2026-11-22", "2026-11-16", "2026-11-22"],
    ["2027-01-01", "2026-12-28", "2027-01-03"],
    ["2028-02-29", "2028-02-28", "2028-03-05"],
  ])("puts %s into the week from %s to %s", (day, monday, sunday) => {
    expect(weekOf(day)).toEqual({ monday, sunday });
  });
});

describe("dayIn", () => {
  test("takes the calendar of the zone, not of UTC", () => {
    const late = new Date("2026-11-21T20:00:00.000Z");
    expect(dayIn("Asia/Shanghai", late)).toBe("2026-11-22");
    expect(dayIn("America/New_York", late)).toBe("2026-11-21");
  });
});

describe("stepsOf", () => {
  test("shows an operator their own step only", () => {
    expect(stepsOf(AccountType.NormalUser)).toEqual(["secondFactor"]);
  });

  test("leaves the site's title to the platform administrator", () => {
    expect(stepsOf(AccountType.SysAdmin)).not.toContain("siteTitle");
    expect(stepsOf(AccountType.SuperAdmin)).toContain("siteTitle");
  });
});

describe("releaseOf", () => {
  test("cuts off what a packager appended", () => {
    expect(releaseOf("18.4 (Debian 18.4-1.pgdg13+1)")).toBe("18.4");
  });
});
