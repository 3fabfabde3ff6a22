import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Where an import of orders stands, from the file on its way in to the orders, or to their removal. */
export const orderImportLifecycle = defineLifecycle(
  [
    "uploading",
    "inspecting",
    "mapping",
    "checking",
    "checked",
    "importing",
    "stopped",
    "done",
    "failed",
    "canceled",
    "undoing",
    "undone",
  ],
  "uploading",
  {
    /** The last part of the file came. */
    receive: { from: ["uploading"], to: "inspecting" },
    /** The file is read once more, with another encoding or separator. */
    inspect: { from: ["mapping", "checked", "failed"], to: "inspecting" },
    inspected: { from: ["inspecting"], to: "mapping" },
    check: { from: ["mapping", "checked", "failed"], to: "checking" },
    checked: { from: ["checking"], to: "checked" },
    start: { from: ["checked", "stopped"], to: "importing" },
    stop: { from: ["importing"], to: "stopped" },
    finish: { from: ["importing"], to: "done" },
    /** The file cannot be read to its end. Nothing was imported. */
    fail: { from: ["inspecting", "checking"], to: "failed" },
    cancel: { from: ["uploading", "inspecting", "mapping", "checking", "checked", "failed"], to: "canceled" },
    undo: { from: ["done", "stopped"], to: "undoing" },
    undone: { from: ["undoing"], to: "undone" },
    /** Somebody worked with some of its orders meanwhile: those stay. */
    undonePartly: { from: ["undoing"], to: "stopped" },
  },
);

export type OrderImportState = (typeof orderImportLifecycle.states)[number];
export type OrderImportAction = keyof typeof orderImportLifecycle.actions;

/** States in which work goes on in the background. */
export const busyStates: readonly OrderImportState[] = ["inspecting", "checking", "importing", "undoing"];
