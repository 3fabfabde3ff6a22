import { describe, expect, test } from "vitest";
import {
  type DeclineAction,
  type FailedAttempt,
  failoverWindowMs,
  nextStep,
  type VisitFacts,
} from "./routing.failover.policy.ts";

const visit = (parts: Partial<VisitFacts> = {}): VisitFacts => ({
  elapsedMs: 1_000,
  failovers: 0,
  retries: 0,
  stepUps: 0,
  hasNextAccount: true,
  ...parts,
});
const declined = (action: DeclineAction, parts: Partial<FailedAttempt> = {}): FailedAttempt => ({
  result: "declined",
  action,
  isCard: true,
  isThreeDsBound: false,
  ...parts,
});

describe("nextStep", () => {
  const actions: readonly DeclineAction[] = [
    "failover",
    "failover_once",
    "retry_same",
    "step_up",
    "fix",
    "other_method",
    "stop",
    "block",
    "query",
  ];

  test("asks about an outcome that is not known, and never tries again, whatever else is said", () => {
    for (const action of actions)
      expect(nextStep(declined(action, { result: "unknown" }), visit())).toEqual({ step: "query" });
    expect(nextStep(declined("query"), visit())).toEqual({ step: "query" });
  });

  test("goes to the next account for a soft decline, twice, or once where the code says so", () => {
    expect(nextStep(declined("failover"), visit())).toEqual({ step: "failover" });
    expect(nextStep(declined("failover"), visit({ failovers: 1 }))).toEqual({ step: "failover" });
    expect(nextStep(declined("failover"), visit({ failovers: 2 }))).toMatchObject({ why: "limit_reached" });
    expect(nextStep(declined("failover_once"), visit({ failovers: 1 }))).toMatchObject({ why: "limit_reached" });
    expect(nextStep(declined("failover"), visit({ maxFailover: 0 }))).toMatchObject({ why: "limit_reached" });
  });

  test("goes nowhere when time is up or no account is left", () => {
    expect(nextStep(declined("failover"), visit({ elapsedMs: failoverWindowMs - 1 }))).toEqual({ step: "failover" });
    expect(nextStep(declined("failover"), visit({ elapsedMs: failoverWindowMs }))).toMatchObject({ why: "too_late" });
    expect(nextStep(declined("failover"), visit({ hasNextAccount: false }))).toMatchObject({ why: "no_account" });
  });

  test("keeps a payment that was authenticated with its account", () => {
    for (const result of ["declined", "error"] as const)
      expect(nextStep(declined("failover", { result, isThreeDsBound: true }), visit())).toMatchObject({
        why: "authenticated",
      });
  });

  test("moves what is no card only when it was provably not processed", () => {
    expect(nextStep(declined("failover", { isCard: false }), visit())).toMatchObject({ why: "not_a_card" });
    expect(nextStep(declined("failover", { isCard: false, result: "error" }), visit())).toEqual({ step: "failover" });
  });

  test("forces 3-D Secure exactly once, and not on an attempt that had it", () => {
    expect(nextStep(declined("step_up"), visit())).toEqual({ step: "step_up" });
    expect(nextStep(declined("step_up"), visit({ stepUps: 1 }))).toMatchObject({ step: "stop" });
    expect(nextStep(declined("step_up", { isThreeDsBound: true }), visit())).toMatchObject({ step: "stop" });
  });

  test("repeats on the same account once", () => {
    expect(nextStep(declined("retry_same"), visit())).toEqual({ step: "retry_same" });
    expect(nextStep(declined("retry_same"), visit({ retries: 1 }))).toMatchObject({ why: "limit_reached" });
    expect(nextStep(declined("retry_same"), visit({ elapsedMs: failoverWindowMs }))).toMatchObject({ why: "too_late" });
  });

  test("tells what the payer may do after an end", () => {
    expect(nextStep(declined("fix"), visit())).toEqual({ step: "stop", payer: "same_method", why: "final" });
    expect(nextStep(declined("stop"), visit())).toEqual({ step: "stop", payer: "other_method", why: "final" });
    expect(nextStep(declined("other_method"), visit())).toEqual({ step: "stop", payer: "other_method", why: "final" });
    expect(nextStep(declined("block"), visit())).toEqual({ step: "stop", payer: "nothing", why: "final" });
  });
});
