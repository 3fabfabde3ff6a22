import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Where a file of card ranges stands, from its way in to its end. One of each source is in force at a time. */
export const cardRangeFileLifecycle = defineLifecycle(
  ["uploading", "checking", "checked", "loading", "inForce", "replaced", "withdrawn", "failed", "canceled"],
  "uploading",
  {
    /** The last part of the file came. */
    receive: { from: ["uploading"], to: "checking" },
    checked: { from: ["checking"], to: "checked" },
    /** The ranges of its source are replaced by the file's, all at once. */
    start: { from: ["checked"], to: "loading" },
    takeOver: { from: ["loading"], to: "inForce" },
    replace: { from: ["inForce"], to: "replaced" },
    withdraw: { from: ["inForce"], to: "withdrawn" },
    /** The file cannot be read to its end. Nothing was changed. */
    fail: { from: ["checking", "loading"], to: "failed" },
    cancel: { from: ["uploading", "checking", "checked", "failed"], to: "canceled" },
  },
);

export type CardRangeFileState = (typeof cardRangeFileLifecycle.states)[number];
export type CardRangeFileAction = keyof typeof cardRangeFileLifecycle.actions;

/** States in which work goes on in the background. */
export const busyFileStates: readonly CardRangeFileState[] = ["checking", "loading"];
