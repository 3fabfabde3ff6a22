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
