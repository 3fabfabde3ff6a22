import { describe, expect, test } from "vitest";
import {
  afterCalls,
  afterProbe,
  type CallWindow,
  freshHealth,
  type HealthState,
  hasApprovalFallen,
  healthInForce,
  isProbeDue,
  windowStart,
} from "./routing.health.policy.ts";

const minute = 60_000;
const start = Date.parse("2026-11-21T10:00:00.000Z");
const calls = (total: number, failures: number, parts: Partial<CallWindow> = {}): CallWindow => ({
  calls: total,
  failures,
  failuresInRow: 0,
  isMisconfigured: false,
  ...parts,
});
const healthy = freshHealth(start);
const down = afterCalls(healthy, calls(20, 6), start);
const degraded = afterCalls(healthy, calls(20, 2), start);

describe("afterCalls", () => {
  test("says nothing about an account before its twentieth call", () => {
    expect(afterCalls(healthy, calls(19, 9), start)).toBe(healthy);
  });

  test("degrades from a tenth of technical errors and takes down from three tenths", () => {
    expect(afterCalls(healthy, calls(100, 9), start).health).toBe("healthy");
    expect(degraded).toMatchObject({ health: "degraded", cause: "error_rate" });
    expect(afterCalls(healthy, calls(100, 29), start).health).toBe("degraded");
    expect(down).toMatchObject({ health: "down", cause: "error_rate" });
    expect(afterCalls(degraded, calls(20, 6), start).health).toBe("down");
  });

  test("takes down after ten errors in a row, however few the calls", () => {
    expect(afterCalls(healthy, calls(10, 9, { failuresInRow: 9 }), start).health).toBe("healthy");
    expect(afterCalls(healthy, calls(10, 10, { failuresInRow: 10 }), start)).toMatchObject({
      health: "down",
      cause: "errors_in_row",
    });
  });

  test("takes down at once when the provider refuses the configuration", () => {
    expect(afterCalls(healthy, calls(1, 1, { isMisconfigured: true }), start)).toMatchObject({
      health: "down",
      cause: "configuration",
    });
  });

  test("is healthy again after ten minutes without a bad window", () => {
    expect(afterCalls(degraded, calls(50, 1), start + 10 * minute - 1).health).toBe("degraded");
    expect(afterCalls(degraded, calls(50, 1), start + 10 * minute)).toEqual(freshHealth(start + 10 * minute));
    const again = afterCalls(degraded, calls(50, 6), start + 9 * minute);
    expect(afterCalls(again, calls(50, 1), start + 11 * minute).health).toBe("degraded");
    expect(afterCalls(again, calls(50, 1), start + 19 * minute).health).toBe("healthy");
  });

  test("does not raise an account that is down, however well calls go", () => {
    expect(afterCalls(down, calls(500, 0), start + 60 * minute)).toBe(down);
  });
});

describe("afterProbe", () => {
  test("first asks after a minute, then every thirty seconds, and three good answers let it take payments again", () => {
    expect(isProbeDue(down, start + minute - 1)).toBe(false);
    expect(isProbeDue(down, start + minute)).toBe(true);
    let state: HealthState = down;
    for (const [index, second] of [60, 90].entries()) {
      state = afterProbe(state, true, start + second * 1000);
      expect(state).toMatchObject({ health: "down", goodProbes: index + 1 });
      expect(isProbeDue(state, start + (second + 29) * 1000)).toBe(false);
      expect(isProbeDue(state, start + (second + 30) * 1000)).toBe(true);
    }
    state = afterProbe(state, true, start + 120_000);
    expect(state).toMatchObject({ health: "degraded", cause: "recovering", probeAtMs: null });
    // What failed before the fall is forgotten, or it would fall again at once.
    expect(windowStart(state, start + 121_000)).toBe(start + 120_000);
  });

  test("starts counting again after a bad answer", () => {
    const twice = afterProbe(afterProbe(down, true, start), true, start);
    expect(afterProbe(twice, false, start)).toMatchObject({ health: "down", goodProbes: 0, probeAtMs: start + 30_000 });
  });

  test("changes nothing about an account that is not down", () => {
    expect(afterProbe(degraded, true, start)).toBe(degraded);
    expect(isProbeDue(degraded, start + 60 * minute)).toBe(false);
  });
});

describe("healthInForce", () => {
  test("is what an operator forced until that ends", () => {
    const forced = { health: "down", untilMs: start + minute } as const;
    expect(healthInForce("healthy", forced, start)).toBe("down");
    expect(healthInForce("healthy", forced, start + minute)).toBe("healthy");
    expect(healthInForce("degraded", null, start)).toBe("degraded");
  });
});

describe("hasApprovalFallen", () => {
  const usual = { usualAttempts: 700, usualApproved: 560 };
  test("tells a fall by more than two fifths of what is usual at the hour, from fifty payments on", () => {
    expect(hasApprovalFallen({ attempts: 50, approved: 23, ...usual })).toBe(true);
    expect(hasApprovalFallen({ attempts: 50, approved: 24, ...usual })).toBe(false);
    expect(hasApprovalFallen({ attempts: 49, approved: 0, ...usual })).toBe(false);
    expect(hasApprovalFallen({ attempts: 50, approved: 0, usualAttempts: 0, usualApproved: 0 })).toBe(false);
  });
});
