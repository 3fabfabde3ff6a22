import type { OneOffAction } from "@countinghouse/contract/decline-rules.ts";
import { describe, expect, test } from "vitest";
import { afterFailure, type FailedAttempt, failoverWindowMs, type VisitHistory } from "./routing.failover.policy.ts";

const visit = (parts: Partial<VisitHistory> = {}): VisitHistory => ({
  elapsedMs: 1_000,
  failovers: 0,
  stepUps: 0,
  hasNextAccount: true,
  ...parts,
});
const declined = (action: OneOffAction, parts: Partial<FailedAttempt> = {}): FailedAttempt => ({
  result: "declined",
  action,
  isCard: true,
  isThreeDsBound: false,
  ...parts,
});

describe("afterFailure", () => {
  const actions: readonly OneOffAction[] = [
    "failover",
    "failover_once",
    "step_up",
    "fix",
    "payer_retry",
    "no",
    "block",
    "query",
  ];

  test("asks about an outcome that is not known, and never tries again, whatever else is said", () => {
    for (const action of actions)
      expect(afterFailure(declined(action, { result: "unknown" }), visit())).toEqual({ step: "query" });
    expect(afterFailure(declined("query"), visit())).toEqual({ step: "query" });
  });

  test("goes to the next account for a soft decline, twice, or once where the code says so", () => {
    expect(afterFailure(declined("failover"), visit())).toEqual({ step: "failover" });
    expect(afterFailure(declined("failover"), visit({ failovers: 1 }))).toEqual({ step: "failover" });
    expect(afterFailure(declined("failover"), visit({ failovers: 2 }))).toMatchObject({ why: "limit_reached" });
    expect(afterFailure(declined("failover_once"), visit({ failovers: 1 }))).toMatchObject({ why: "limit_reached" });
    expect(afterFailure(declined("failover"), visit({ maxFailover: 0 }))).toMatchObject({ why: "limit_reached" });
  });

  test("goes nowhere when time is up or no account is left", () => {
    expect(afterFailure(declined("failover"), visit({ elapsedMs: failoverWindowMs - 1 }))).toEqual({
      step: "failover",
    });
    expect(afterFailure(declined("failover"), visit({ elapsedMs: failoverWindowMs }))).toMatchObject({
      why: "too_late",
    });
    expect(afterFailure(declined("failover"), visit({ hasNextAccount: false }))).toMatchObject({ why: "no_account" });
  });

  test("keeps a payment that was authenticated with its account", () => {
    for (const result of ["declined", "error"] as const)
      expect(afterFailure(declined("failover", { result, isThreeDsBound: true }), visit())).toMatchObject({
        why: "authenticated",
      });
  });

  test("moves what is no card only when it was provably not processed", () => {
    expect(afterFailure(declined("failover", { isCard: false }), visit())).toMatchObject({ why: "not_a_card" });
    expect(afterFailure(declined("failover", { isCard: false, result: "error" }), visit())).toEqual({
      step: "failover",
    });
  });

  test("forces 3-D Secure exactly once, and not on an attempt that had it", () => {
    expect(afterFailure(declined("step_up"), visit())).toEqual({ step: "step_up" });
    expect(afterFailure(declined("step_up"), visit({ stepUps: 1 }))).toMatchObject({ step: "stop" });
    expect(afterFailure(declined("step_up", { isThreeDsBound: true }), visit())).toMatchObject({ step: "stop" });
  });

  test("tells what the payer may do after an end", () => {
    expect(afterFailure(declined("fix"), visit())).toEqual({ step: "stop", payer: "same_method", why: "final" });
    expect(afterFailure(declined("payer_retry"), visit())).toMatchObject({ payer: "same_method", why: "final" });
    expect(afterFailure(declined("no"), visit())).toEqual({ step: "stop", payer: "other_method", why: "final" });
    expect(afterFailure(declined("block"), visit())).toEqual({ step: "stop", payer: "nothing", why: "final" });
  });
});
