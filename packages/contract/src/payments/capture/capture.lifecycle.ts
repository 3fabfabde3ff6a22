import { defineLifecycle } from "../../kit/lifecycle.ts";

/** One taking of money: a sale, or a part of an authorisation. It is asked of the gateway at most under one key. */
export const captureLifecycle = defineLifecycle(["asked", "sent", "unknown", "succeeded", "failed"], "asked", {
  /** Written down before the call, so that nobody asks again under another key when a process dies on the way. */
  send: { from: ["asked", "unknown"], to: "sent" },
  /** The answer is lost; the gateway is asked what became of it. */
  lose: { from: ["sent"], to: "unknown" },
  succeed: { from: ["asked", "sent", "unknown"], to: "succeeded" },
  /** The gateway said no, or the authorisation it was to be taken of is gone. */
  fail: { from: ["asked", "sent", "unknown"], to: "failed" },
  /** The gateway shows the money of a capture that it had refused. */
  revive: { from: ["failed"], to: "succeeded" },
});

export type CaptureState = (typeof captureLifecycle.states)[number];
export type CaptureAction = keyof typeof captureLifecycle.actions;

/** States in which the gateway may still take the money. */
export const openCaptureStates: readonly CaptureState[] = ["asked", "sent", "unknown"];
