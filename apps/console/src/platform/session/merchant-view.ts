import { localMemory, onOtherWindow } from "../state/local.ts";

/** Changes whenever a window begins or ends to look at a merchant's side: the session is that of every window. */
const viewKey = "view";

/** Loads the console anew on another side of the product, and with it every other window of this browser. */
export function changeSides(address: string): void {
  localMemory.write(viewKey, Date.now());
  window.location.assign(address);
}

/** Loads this window anew when another one changed sides. */
export const followSides = (): (() => void) => onOtherWindow(viewKey, () => window.location.assign("/"));
