import { createStore } from "../../platform/state/store.ts";

/** Whether the sheet of keys is on screen. */
export const isSheetOpen = createStore(false);
