import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One giving back of money. It is asked of the gateway under one key, its number, however often it is sent. */
export const refundLifecycle = defineLifecycle(
  ["created", "review", "processing", "succeeded", "failed", "canceled", "rejected"],
  "created",
  {
    /** It takes a second person; decided in the transaction that makes it. */
    hold: { from: ["created"], to: "review" },
    approve: { from: ["review"], to: "created" },
    reject: { from: ["review"], to: "rejected" },
    /** Written down before the call, so that a process that dies leaves it to be asked about. */
    send: { from: ["created", "processing"], to: "processing" },
    cancel: { from: ["created", "review"], to: "canceled" },
    succeed: { from: ["processing"], to: "succeeded" },
    fail: { from: ["processing"], to: "failed" },
    /** The payer's bank sent the money back. */
    bounce: { from: ["succeeded"], to: "failed" },
    /** The gateway made a refund after all that it had refused. */
    revive: { from: ["failed"], to: "succeeded" },
  },
);

export type RefundState = (typeof refundLifecycle.states)[number];
export type RefundAction = keyof typeof refundLifecycle.actions;

/** States in which a refund claims its amount: it was given back, or may yet be. */
export const claimingRefundStates: readonly RefundState[] = ["created", "review", "processing", "succeeded"];

/** States in which a refund's outcome is open. */
export const openRefundStates: readonly RefundState[] = ["created", "review", "processing"];
