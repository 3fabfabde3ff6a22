import { describe, expect, test } from "vitest";
import { overlapOf, precededBy, serviceOf, takesFollowUps, takesNewOrders } from "./gateway.policy.ts";

describe("service", () => {
  test("is the strictest of all that a payment passes through", () => {
    expect(serviceOf("enabled", "enabled")).toBe("enabled");
    expect(serviceOf("enabled", "draining", "enabled")).toBe("draining");
    expect(serviceOf("draining", "disabled")).toBe("disabled");
  });

  test("takes follow-ups alone while it drains, and nothing once it is disabled", () => {
    const states = ["enabled", "draining", "disabled"] as const;
    expect(states.map(takesNewOrders)).toEqual([true, false, false]);
    expect(states.map(takesFollowUps)).toEqual([true, true, false]);
  });
});

describe("overlapOf", () => {
  const row = (id: string, validFrom: string, validTo: string | null = null, base = "our_fee", country = "GB") => ({
    id,
    country,
    base,
    validFrom,
    validTo,
  });

  test.each([
    [row("a", "2026-01-01"), row("b", "2026-06-01"), true],
    [row("a", "2026-01-01", "2026-06-01"), row("b", "2026-06-01"), false],
    [row("a", "2026-01-01", "2026-06-02"), row("b", "2026-06-01"), true],
    [row("a", "2026-06-01"), row("b", "2026-01-01", "2026-06-01"), false],
    [row("a", "2026-06-01"), row("b", "2026-01-01", "2026-06-02"), true],
    [row("a", "2026-02-01", "2026-03-01"), row("b", "2026-01-01", "2026-12-01"), true],
    [row("a", "2026-01-01"), row("b", "2026-01-01", null, "gross"), false],
    [row("a", "2026-01-01"), row("b", "2026-01-01", null, "our_fee", "FR"), false],
    [row("a", "2026-01-01"), row("a", "2026-06-01"), false],
  ])("of %o and %o: %s", (stored, wanted, overlaps) => {
    expect(overlapOf([stored], wanted) !== undefined).toBe(overlaps);
    expect(overlapOf([wanted], stored) !== undefined).toBe(overlaps);
  });

  test("leaves one row for a new one to follow: the open one that began earlier", () => {
    const [ended, open] = [row("a", "2025-01-01", "2026-01-01"), row("b", "2026-01-01")];
    expect(precededBy([ended, open], row("c", "2026-06-01"))).toBe(open);
    expect(precededBy([ended, open], row("c", "2026-01-01"))).toBeUndefined();
    expect(precededBy([ended], row("c", "2026-06-01"))).toBeUndefined();
  });
});
