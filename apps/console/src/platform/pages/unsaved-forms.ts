import { createContext } from "react";

/**
 * Whether going elsewhere leaves a form as it is: true on a page that stays alive behind others. A dialog asks all the
 * same, because it stands in front of everything until it is answered.
 */
export const StaysAlive = createContext(false);

let isTaken = false;

/** Goes somewhere in a way that takes the page away for good, also where it would stay alive otherwise. */
export function takeAway(go: () => void): void {
  isTaken = true;
  go();
  isTaken = false;
}

/** Whether the page is being taken away right now. */
export const isTakenAway = (): boolean => isTaken;

/** Forms with something typed but not saved. */
const unsaved = new Set<object>();

/** Whether some form holds changes that have not been saved: for whoever is about to take a page away. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** Counts a form as unsaved until the answered function is called. */
export function markUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => void unsaved.delete(form);
}
