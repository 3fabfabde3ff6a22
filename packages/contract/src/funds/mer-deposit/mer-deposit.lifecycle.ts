import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One hold. Each step has two forms: for a hold that is whole, or all of what is left, and for one that lost a part. */
export const depositLifecycle = defineLifecycle(["held", "partially_released", "released", "used", "frozen"], "held", {
  release: { from: ["held", "partially_released"], to: "released" },
  releasePart: { from: ["held", "partially_released"], to: "partially_released" },
  use: { from: ["held", "partially_released"], to: "used" },
  usePart: { from: ["held", "partially_released"], to: "partially_released" },
  freeze: { from: ["held", "partially_released"], to: "frozen" },
  unfreeze: { from: ["frozen"], to: "held" },
  unfreezePart: { from: ["frozen"], to: "partially_released" },
  extend: { from: ["held"], to: "held" },
  extendPart: { from: ["partially_released"], to: "partially_released" },
});

export type DepositState = (typeof depositLifecycle.states)[number];
export type DepositAction = keyof typeof depositLifecycle.actions;

/** States in which something is left, and may leave. */
export const movableDepositStates: readonly DepositState[] = ["held", "partially_released"];
/** States in which something is left. */
export const openDepositStates: readonly DepositState[] = [...movableDepositStates, "frozen"];
