import { defineLifecycle } from "../../kit/lifecycle.ts";

/** A merchant's request, from submission to decision. */
export const requestLifecycle = defineLifecycle(["open", "done", "declined"], "open", {
  finish: { from: ["open"], to: "done" },
  decline: { from: ["open"], to: "declined" },
});
