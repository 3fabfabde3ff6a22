import { defineLifecycle } from "../../kit/lifecycle.ts";

/** From the first draft through the review to a merchant that takes payments, and to its end. */
export const merchantLifecycle = defineLifecycle(
  [
    "draft",
    "submitted",
    "under_review",
    "more_info",
    "rejected",
    "approved",
    "active",
    "suspended",
    "closing",
    "closed",
  ],
  "draft",
  {
    submit: { from: ["draft"], to: "submitted" },
    review: { from: ["submitted"], to: "under_review" },
    requestInfo: { from: ["under_review"], to: "more_info" },
    resubmit: { from: ["more_info"], to: "under_review" },
    approve: { from: ["under_review"], to: "approved" },
    reject: { from: ["under_review"], to: "rejected" },
    /** A rejected merchant may try again as a new case after a while. */
    reopen: { from: ["rejected"], to: "draft" },
    activate: { from: ["approved"], to: "active" },
    suspend: { from: ["active", "suspended"], to: "suspended" },
    resume: { from: ["suspended"], to: "active" },
    /** No new orders; refunds, disputes and settlements go on. */
    close: { from: ["active", "suspended"], to: "closing" },
    /** Once no order is open, no money is owed either way and nothing waits to be decided. */
    finishClosing: { from: ["closing"], to: "closed" },
    /** Ends a merchant that never took a payment. */
    withdraw: { from: ["draft", "submitted", "under_review", "more_info", "approved"], to: "closed" },
  },
);

export type MerchantState = (typeof merchantLifecycle.states)[number];
export type MerchantAction = keyof typeof merchantLifecycle.actions;

/** States in which the merchant's own particulars may still be changed: nobody is judging them. */
export const editableStates: readonly MerchantState[] = ["draft", "more_info"];

/** Days a rejected merchant waits before a new case. */
export const reopenDays = 30;
