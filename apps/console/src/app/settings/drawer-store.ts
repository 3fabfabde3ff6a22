import { createStore } from "../../platform/state/store.ts";

/** Whether the settings are on screen. */
export const isDrawerOpen = createStore(false);
