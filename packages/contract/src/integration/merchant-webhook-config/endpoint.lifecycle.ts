import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Whether an endpoint is told of what happens; it is switched off by people, or by its own silence. */
export const endpointLifecycle = defineLifecycle(["enabled", "disabled", "auto_disabled"], "enabled", {
  pause: { from: ["enabled"], to: "disabled" },
  resume: { from: ["disabled", "auto_disabled"], to: "enabled" },
  switchOff: { from: ["enabled"], to: "auto_disabled" },
});
