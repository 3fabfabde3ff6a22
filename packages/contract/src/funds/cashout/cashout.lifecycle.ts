import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One withdrawal: a merchant's own money on its way to an account of the merchant's. */
export const cashoutLifecycle = defineLifecycle(
  ["applied", "approving", "approved", "rejected", "processing", "paid", "failed", "returned", "canceled"],
  "applied",
  {
    /** Small, and nothing about it stands out; decided in the transaction that makes it. */
    pass: { from: ["applied"], to: "approved" },
    submit: { from: ["applied"], to: "approving" },
    approve: { from: ["approving"], to: "approved" },
    /** The position no longer covers it, or the rate fell: whoever asked decides anew. */
    sendBack: { from: ["approving"], to: "applied" },
    reject: { from: ["applied", "approving"], to: "rejected" },
    cancel: { from: ["applied", "approving"], to: "canceled" },
    execute: { from: ["approved"], to: "processing" },
    pay: { from: ["processing"], to: "paid" },
    fail: { from: ["approved", "processing"], to: "failed" },
    /** The provider had said that it failed, and paid it: the money has left. */
    payLate: { from: ["failed"], to: "paid" },
    /** The holder's bank sent the money back. */
    bounce: { from: ["paid"], to: "returned" },
  },
);

export type CashoutState = (typeof cashoutLifecycle.states)[number];
export type CashoutAction = keyof typeof cashoutLifecycle.actions;

/** States in which the money is frozen for it; from approval on it is in transit. */
export const frozenCashoutStates: readonly CashoutState[] = ["applied", "approving"];

/** States in which the money is on its way. */
export const transitCashoutStates: readonly CashoutState[] = ["approved", "processing"];

/** States that took nothing in the end. */
export const voidCashoutStates: readonly CashoutState[] = ["rejected", "failed", "canceled"];
