import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One payout order: money of a merchant on its way to somebody it names. */
export const payoutOrderLifecycle = defineLifecycle(
  ["created", "review", "approved", "processing", "paid", "failed", "rejected", "canceled", "returned"],
  "created",
  {
    /** Small, and nothing about it stands out; decided in the transaction that makes it. */
    pass: { from: ["created"], to: "approved" },
    submit: { from: ["created"], to: "review" },
    approve: { from: ["review"], to: "approved" },
    /** The position no longer covers it: whoever asked decides anew. */
    sendBack: { from: ["review"], to: "created" },
    reject: { from: ["created", "review"], to: "rejected" },
    cancel: { from: ["created", "review"], to: "canceled" },
    execute: { from: ["approved"], to: "processing" },
    pay: { from: ["processing"], to: "paid" },
    fail: { from: ["approved", "processing"], to: "failed" },
    /** The provider had said that it failed, and paid it: the money has left. */
    payLate: { from: ["failed"], to: "paid" },
    /** The beneficiary's bank sent the money back. */
    bounce: { from: ["paid"], to: "returned" },
  },
);

export type PayoutOrderState = (typeof payoutOrderLifecycle.states)[number];
export type PayoutOrderAction = keyof typeof payoutOrderLifecycle.actions;

/** States in which the money is frozen for it; from approval on it is in transit. */
export const frozenPayoutOrderStates: readonly PayoutOrderState[] = ["created", "review"];

/** States in which the money is on its way. */
export const transitPayoutOrderStates: readonly PayoutOrderState[] = ["approved", "processing"];

/** States that took nothing in the end. */
export const voidPayoutOrderStates: readonly PayoutOrderState[] = ["rejected", "failed", "canceled"];
