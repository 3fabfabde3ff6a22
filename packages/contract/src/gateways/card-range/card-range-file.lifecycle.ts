import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Lifecycle of a card range file. One file per source is in force. */
export const cardRangeFileLifecycle = defineLifecycle(
  ["uploading", "checking", "checked", "loading", "inForce", "replaced", "withdrawn", "failed", "canceled"],
  "uploading",
  {
    /** After the last part was uploaded. */
    receive: { from: ["uploading"], to: "checking" },
    checked: { from: ["checking"], to: "checked" },
    /** Replaces the ranges of its source, all at once. */
    start: { from: ["checked"], to: "loading" },
    takeOver: { from: ["loading"], to: "inForce" },
    replace: { from: ["inForce"], to: "replaced" },
    withdraw: { from: ["inForce"], to: "withdrawn" },
    /** The file cannot be read completely. Nothing was changed. */
    fail: { from: ["checking", "loading"], to: "failed" },
    cancel: { from: ["uploading", "checking", "checked", "failed"], to: "canceled" },
  },
);

export type CardRangeFileState = (typeof cardRangeFileLifecycle.states)[number];
export type CardRangeFileAction = keyof typeof cardRangeFileLifecycle.actions;

/** States with background work. */
export const busyFileStates: readonly CardRangeFileState[] = ["checking", "loading"];
