import type { Lifecycle } from "./kit/lifecycle.ts";

/**
 * What people do to a version of terms: only what waits is decided on, and only what was decided has a next version. Time
 * alone leads into `scheduled` and `ended`, so that no action does.
 */
export const termsLifecycle: Lifecycle = {
  states: ["pending", "scheduled", "active", "ended", "rejected"],
  initial: "pending",
  actions: {
    approve: { from: ["pending"], to: "active" },
    reject: { from: ["pending"], to: "rejected" },
    add: { from: ["active", "scheduled", "ended", "rejected"], to: "pending" },
  },
};
