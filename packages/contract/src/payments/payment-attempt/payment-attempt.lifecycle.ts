import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One try to take the money, from the intent that is stored to the last word of the gateway. */
export const attemptLifecycle = defineLifecycle(
  [
    "initiated",
    "authentication_pending",
    "submitting",
    "unknown",
    "authorized",
    "capture_pending",
    "captured",
    "declined",
    "error",
    "voided",
    "expired",
  ],
  "initiated",
  {
    /** Sent, taken up again after the payer came back, or found at the gateway after all. */
    submit: { from: ["initiated", "authentication_pending", "unknown"], to: "submitting" },
    /** The payer has to act: authenticate at the issuer, or pay at a wallet, with a code or a voucher. */
    challenge: { from: ["initiated", "submitting", "unknown"], to: "authentication_pending" },
    lose: { from: ["initiated", "submitting", "authentication_pending"], to: "unknown" },
    authorize: { from: ["initiated", "submitting", "authentication_pending", "unknown"], to: "authorized" },
    /** A gateway may have money of an attempt that was given up: what happened is stored, whatever was thought. */
    capture: {
      from: [
        "initiated",
        "submitting",
        "authentication_pending",
        "unknown",
        "authorized",
        "capture_pending",
        "declined",
        "error",
        "expired",
        "voided",
      ],
      to: "captured",
    },
    requestCapture: { from: ["authorized"], to: "capture_pending" },
    captureRefused: { from: ["capture_pending"], to: "authorized" },
    /** A part was taken; the rest of the reservation stands. */
    capturePart: { from: ["capture_pending", "authorized"], to: "authorized" },
    decline: {
      from: ["initiated", "submitting", "authentication_pending", "unknown", "capture_pending"],
      to: "declined",
    },
    error: { from: ["initiated", "submitting", "unknown"], to: "error" },
    void: { from: ["authorized", "capture_pending", "authentication_pending", "submitting", "unknown"], to: "voided" },
    expire: {
      from: ["initiated", "authentication_pending", "authorized", "capture_pending", "submitting", "unknown"],
      to: "expired",
    },
  },
);

export type AttemptState = (typeof attemptLifecycle.states)[number];
export type AttemptAction = keyof typeof attemptLifecycle.actions;

/** States in which the gateway may still say something that decides the order. */
export const inFlightStates: readonly AttemptState[] = ["initiated", "submitting", "unknown", "capture_pending"];

/** States in which nothing more is expected of the gateway. */
export const endedAttemptStates: readonly AttemptState[] = ["captured", "declined", "error", "voided", "expired"];
