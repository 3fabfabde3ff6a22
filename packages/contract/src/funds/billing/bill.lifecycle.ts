import { defineLifecycle } from "../../kit/lifecycle.ts";

/** The bill of one settlement batch. What was issued is never changed: what is wrong is corrected by a later batch. */
export const billLifecycle = defineLifecycle(["draft", "issued", "confirmed", "disputed", "void"], "draft", {
  recompute: { from: ["draft"], to: "draft" },
  issue: { from: ["draft"], to: "issued" },
  /** Its merchant agrees. */
  confirm: { from: ["issued"], to: "confirmed" },
  /** Its merchant questions it. */
  query: { from: ["issued"], to: "disputed" },
  /** The operator has answered: it stands as it was issued. */
  answer: { from: ["disputed"], to: "issued" },
  /** With its batch. */
  void: { from: ["draft", "issued", "confirmed", "disputed"], to: "void" },
});

export type BillState = (typeof billLifecycle.states)[number];
export type BillAction = keyof typeof billLifecycle.actions;
