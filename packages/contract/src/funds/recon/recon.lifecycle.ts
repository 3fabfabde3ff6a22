import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One settlement file. It can be matched again until it is closed; closing takes that nothing is open. */
export const reconLifecycle = defineLifecycle(
  ["imported", "matching", "exceptions", "balanced", "closed"],
  "imported",
  {
    run: { from: ["imported", "matching", "exceptions", "balanced"], to: "matching" },
    differ: { from: ["matching", "exceptions", "balanced"], to: "exceptions" },
    balance: { from: ["matching", "exceptions", "balanced"], to: "balanced" },
    close: { from: ["balanced"], to: "closed" },
  },
);
export type ReconState = (typeof reconLifecycle.states)[number];

/** One line of a file, or what a file lacks. A claim, and what stands in suspense, are still to be ended. */
export const reconItemLifecycle = defineLifecycle(
  ["new", "matched", "open", "claimed", "suspended", "resolved"],
  "new",
  {
    match: { from: ["new", "open"], to: "matched" },
    differ: { from: ["new", "open"], to: "open" },
    adjustCost: { from: ["open", "claimed"], to: "resolved" },
    accept: { from: ["open", "claimed"], to: "resolved" },
    claim: { from: ["open"], to: "claimed" },
    giveBack: { from: ["open", "claimed"], to: "resolved" },
    suspend: { from: ["open", "claimed"], to: "suspended" },
    settle: { from: ["suspended"], to: "resolved" },
    reclaim: { from: ["suspended"], to: "claimed" },
    rematch: { from: ["open", "claimed"], to: "resolved" },
    rematchOpen: { from: ["open", "claimed"], to: "open" },
    // What was written off may come as well.
    arrive: { from: ["open", "claimed", "suspended", "resolved"], to: "resolved" },
  },
);
export type ReconItemState = (typeof reconItemLifecycle.states)[number];
export type ReconItemAction = keyof typeof reconItemLifecycle.actions;

/** States in which a line still has a difference somebody has to end. */
export const unendedItemStates: readonly ReconItemState[] = ["open", "claimed", "suspended"];
