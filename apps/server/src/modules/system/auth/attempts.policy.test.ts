import { describe, expect, test } from "vitest";
import { accountLimit, canonicalAccount, networkOf } from "./attempts.policy.ts";

describe("canonicalAccount", () => {
  test.each(["admin", "Admin", " ADMIN ", "ａｄｍｉｎ", "admin\u200b", "ad\u00admin", "\ufeffadmin\u0000"])(
    "takes %j for admin",
    (typed) => {
      expect(canonicalAccount(typed)).toBe("admin");
    },
  );
});

describe("networkOf", () => {
  test.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::99", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("puts %s into %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("accountLimit", () => {
  test("is never looser than ten tries and thirty minutes", () => {
    expect(accountLimit(50, 1)).toMatchObject({ most: 10, lockMs: 1_800_000, windowMs: 1_800_000 });
    expect(accountLimit(3, 60)).toMatchObject({ most: 3, lockMs: 3_600_000 });
  });
});
