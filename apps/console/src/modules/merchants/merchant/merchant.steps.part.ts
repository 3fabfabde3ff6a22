import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";

/** Steps by which a merchant is let in. Its page offers them on the checklist, where it is said whose turn it is. */
export const stepsIn = ["submit", "review", "approve", "resubmit", "reopen", "activate"] as const;

/** What else can be done with a merchant, in the order of its life. */
export const stepsOn = [
  "requestInfo",
  "reject",
  "suspend",
  "resume",
  "close",
  "finishClosing",
  "withdraw",
  "viewAs",
] as const;

/** What is offered by state: the steps, and editing until the end. */
export const merchantStates: Lifecycle = {
  ...merchantLifecycle,
  actions: {
    ...merchantLifecycle.actions,
    update: { from: merchantLifecycle.states.filter((state) => state !== "closed"), to: "draft" },
  },
};
