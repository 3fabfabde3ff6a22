import { defineLifecycle } from "../../kit/lifecycle.ts";

/**
 * Where an order stands, with what it waits for: the status, and for an awaiting order the reason. Which of several
 * ends an event has, such as a decline that leaves room for another try, is decided by the policy of the server and
 * named here as an action of its own.
 */
export const orderLifecycle = defineLifecycle(
  [
    "created",
    "awaiting.payer_action",
    "awaiting.authentication",
    "awaiting.review",
    "awaiting.capture",
    "awaiting.retry",
    "pending",
    "paid",
    "failed",
    "canceled",
  ],
  "created",
  {
    /** The checkout was opened, or the payer was given a page, a code or a voucher. */
    awaitPayer: { from: ["created", "awaiting.retry", "pending"], to: "awaiting.payer_action" },
    review: { from: ["created"], to: "awaiting.review" },
    approve: { from: ["awaiting.review"], to: "awaiting.payer_action" },
    reject: { from: ["created", "awaiting.review"], to: "failed" },
    /** From pending only where the gateway keeps saying that it never saw the attempt before. */
    confirm: {
      from: ["created", "awaiting.payer_action", "awaiting.authentication", "awaiting.retry", "pending"],
      to: "pending",
    },
    challenge: { from: ["pending", "awaiting.payer_action"], to: "awaiting.authentication" },
    authenticated: { from: ["awaiting.authentication", "awaiting.payer_action"], to: "pending" },
    authorize: { from: ["pending", "awaiting.authentication", "awaiting.payer_action"], to: "awaiting.capture" },
    /** A capture was asked of the gateway, or is asked again after it failed. */
    capture: { from: ["awaiting.capture"], to: "pending" },
    captureRefused: { from: ["pending"], to: "awaiting.capture" },
    /** A part was taken, and more of the reservation may follow. */
    capturePart: { from: ["pending", "awaiting.capture"], to: "awaiting.capture" },
    /** The gateway has the money. An order that was given up is overtaken by it: the payer paid. */
    succeed: {
      from: [
        "created",
        "awaiting.payer_action",
        "awaiting.authentication",
        "awaiting.review",
        "awaiting.capture",
        "awaiting.retry",
        "pending",
        "failed",
        "canceled",
      ],
      to: "paid",
    },
    /** The payer may try again; the next one is the end of it. */
    decline: { from: ["pending", "awaiting.authentication", "awaiting.payer_action"], to: "awaiting.retry" },
    fail: { from: ["pending", "awaiting.authentication", "awaiting.payer_action"], to: "failed" },
    cancel: {
      from: ["created", "awaiting.payer_action", "awaiting.authentication", "awaiting.review", "awaiting.retry"],
      to: "canceled",
    },
    expire: {
      from: ["created", "awaiting.payer_action", "awaiting.authentication", "awaiting.review", "awaiting.retry"],
      to: "canceled",
    },
    /** An authorisation was released by us, or ran out. */
    release: { from: ["awaiting.capture", "pending"], to: "canceled" },
  },
);

export type OrderPhase = (typeof orderLifecycle.states)[number];
export type OrderAction = keyof typeof orderLifecycle.actions;

/** Phases in which everything about the payment is decided, unless money comes late. */
export const endedPhases: readonly OrderPhase[] = ["paid", "failed", "canceled"];

/** The phase of a stored order. */
export const phaseOf = (order: { readonly status: string; readonly awaitingReason: string | null }): OrderPhase =>
  (order.status === "awaiting" ? `awaiting.${order.awaitingReason}` : order.status) as OrderPhase;
