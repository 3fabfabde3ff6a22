import { defineLifecycle } from "../../kit/lifecycle.ts";

/** A merchant's request from when it is sent to the operator's answer. */
export const requestLifecycle = defineLifecycle(["open", "done", "declined"], "open", {
  finish: { from: ["open"], to: "done" },
  decline: { from: ["open"], to: "declined" },
});
