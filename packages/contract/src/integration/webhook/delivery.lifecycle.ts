import { defineLifecycle } from "../../kit/lifecycle.ts";

/** A notification from the queue to its receiver, or to the end of everybody's patience. */
export const deliveryLifecycle = defineLifecycle(
  ["queued", "sending", "delivered", "retry_wait", "dead", "skipped"],
  "queued",
  {
    send: { from: ["queued", "retry_wait"], to: "sending" },
    /** The receiver answered that all is well. */
    arrive: { from: ["sending"], to: "delivered" },
    wait: { from: ["sending"], to: "retry_wait" },
    giveUp: { from: ["sending"], to: "dead" },
    /** Nobody knows whether it arrived: whoever sent it died. */
    putBack: { from: ["sending"], to: "retry_wait" },
    resend: { from: ["delivered", "dead", "skipped", "retry_wait"], to: "queued" },
    skip: { from: ["queued", "retry_wait", "dead"], to: "skipped" },
  },
);
