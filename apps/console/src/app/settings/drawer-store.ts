import { createStore } from "../../platform/state/store.ts";

/** Whether the settings drawer is open. */
export const isDrawerOpen = createStore(false);
