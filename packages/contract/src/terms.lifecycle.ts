import { defineLifecycle } from "./kit/lifecycle.ts";

/** What people do to a version of terms: only what waits is decided on, and only what was decided has a next version. */
export const termsLifecycle = defineLifecycle(["pending", "scheduled", "active", "ended", "rejected"], "pending", {
  approve: { from: ["pending"], to: "active" },
  reject: { from: ["pending"], to: "rejected" },
  add: { from: ["active", "scheduled", "ended", "rejected"], to: "pending" },
});
