import { createStore } from "../../platform/state/store.ts";

/** Whether the keyboard shortcut sheet is open. */
export const isSheetOpen = createStore(false);
