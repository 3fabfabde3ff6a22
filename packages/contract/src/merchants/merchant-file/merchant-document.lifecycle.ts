import { defineLifecycle } from "../../kit/lifecycle.ts";

/** A document from upload to review. Documents are never deleted. */
export const documentLifecycle = defineLifecycle(["receiving", "waiting", "verified", "rejected"], "receiving", {
  upload: { from: ["receiving"], to: "receiving" },
  receive: { from: ["receiving"], to: "waiting" },
  verify: { from: ["waiting"], to: "verified" },
  reject: { from: ["waiting", "verified"], to: "rejected" },
});

export type DocumentAction = keyof typeof documentLifecycle.actions;
