import { expect, test } from "vitest";
import { nameMatch, payeeObstacleOf } from "./payout-account.policy.ts";

test.each([
  ["Lumen Audio Ltd", "LUMEN AUDIO LIMITED", 100],
  ["Lumen Audio", "Lumen Audios", 94],
  ["Café Müller GmbH", "cafe muller", 100],
  ["Lumen Audio", "Harbour Coffee", 0],
  ["上海流明音响有限公司", "上海流明音响有限公司", 100],
])("%s and %s are alike by %d", (one, other, match) => {
  expect(nameMatch(one, other)).toBe(match);
});

test("an account takes money a day after its last change to the second, once it is verified", () => {
  const account = { status: "enabled", verifyStatus: "verified", lastChangeTime: "2026-11-22T09:00:00.000Z" } as const;
  expect(payeeObstacleOf(account, new Date("2026-11-23T08:59:59.999Z"))).toBe("accountResting");
  expect(payeeObstacleOf(account, new Date("2026-11-23T09:00:00.000Z"))).toBeUndefined();
  const later = new Date("2026-11-25T00:00:00.000Z");
  expect(payeeObstacleOf({ ...account, verifyStatus: "pending" }, later)).toBe("accountNotVerified");
  expect(payeeObstacleOf({ ...account, status: "disabled" }, later)).toBe("accountNotUsable");
});
