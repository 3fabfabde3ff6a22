import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Where a file of refunds stands, from its dry run to the refunds that were asked for. */
export const refundImportLifecycle = defineLifecycle(
  ["checking", "checked", "running", "stopped", "done", "failed", "canceled"],
  "checking",
  {
    checked: { from: ["checking"], to: "checked" },
    /** Asks for the refunds, or goes on where it was stopped. */
    start: { from: ["checked", "stopped"], to: "running" },
    stop: { from: ["running"], to: "stopped" },
    finish: { from: ["running"], to: "done" },
    /** Every row is looked at once more: what was refunded, settled or paid in since counts. */
    check: { from: ["checked", "failed"], to: "checking" },
    /** The dry run broke off. Nothing was asked for. */
    fail: { from: ["checking"], to: "failed" },
    cancel: { from: ["checking", "checked", "stopped", "failed"], to: "canceled" },
  },
);

export type RefundImportState = (typeof refundImportLifecycle.states)[number];
export type RefundImportAction = keyof typeof refundImportLifecycle.actions;

/** States in which work goes on in the background. */
export const busyRefundImports: readonly RefundImportState[] = ["checking", "running"];
