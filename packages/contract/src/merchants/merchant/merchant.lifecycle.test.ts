import { describe, expect, test } from "vitest";
import { finalStates } from "../../kit/lifecycle.ts";
import { type MerchantState, merchantLifecycle } from "./merchant.lifecycle.ts";
import { MerchantStatus } from "./merchant-enumerations.ts";

const { states, actions } = merchantLifecycle;
const steps = Object.entries(actions) as [string, { from: readonly MerchantState[]; to: MerchantState }][];

/** States that can be reached without ever taking one of the named steps. */
function reachedWithout(left: readonly string[]): Set<MerchantState> {
  const reached = new Set<MerchantState>([merchantLifecycle.initial]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const [name, { from, to }] of steps)
      if (!left.includes(name) && from.some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
}

describe("the lifecycle of a merchant", () => {
  test("has a word for every state and no other", () => {
    expect(MerchantStatus.members.map(({ value }) => value)).toEqual([...states]);
  });

  test("lets nobody take payments without approval and activation", () => {
    for (const gate of ["submit", "approve", "activate"])
      expect(reachedWithout([gate]).has("active"), gate).toBe(false);
  });

  test("ends in a closed merchant only", () => {
    expect(finalStates(merchantLifecycle)).toEqual(["closed"]);
  });

  test("never leads back to the review once in business", () => {
    const inBusiness: readonly MerchantState[] = ["active", "suspended", "closing"];
    const after: readonly MerchantState[] = [...inBusiness, "closed"];
    for (const [name, { from, to }] of steps)
      if (from.some((state) => inBusiness.includes(state))) expect(after, name).toContain(to);
  });
});
