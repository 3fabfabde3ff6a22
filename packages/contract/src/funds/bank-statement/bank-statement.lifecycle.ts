import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One statement: balanced once nothing of it is open or in suspense. It can be matched again at any time. */
export const bankStatementLifecycle = defineLifecycle(["imported", "exceptions", "balanced"], "imported", {
  differ: { from: ["imported", "exceptions", "balanced"], to: "exceptions" },
  balance: { from: ["imported", "exceptions", "balanced"], to: "balanced" },
});

/** One line of a statement. What stands in suspense is still to be ended. */
export const bankLineLifecycle = defineLifecycle(["new", "matched", "open", "suspended", "resolved"], "new", {
  match: { from: ["new", "open"], to: "matched" },
  differ: { from: ["new", "open"], to: "open" },
  resolve: { from: ["open"], to: "resolved" },
  suspend: { from: ["open"], to: "suspended" },
  settle: { from: ["suspended"], to: "resolved" },
  reopen: { from: ["suspended"], to: "open" },
});
export type BankLineState = (typeof bankLineLifecycle.states)[number];
export type BankLineAction = keyof typeof bankLineLifecycle.actions;

/** States in which somebody still has to end a line. */
export const unendedLineStates: readonly BankLineState[] = ["open", "suspended"];
