import { createContext } from "react";

/**
 * Whether going elsewhere leaves a form as it is: true on a page that stays alive behind others. A dialog asks all the
 * same, because it stands in front of everything until it is answered.
 */
export const StaysAlive = createContext(false);

/** The tab a form stands in; none outside the pages. */
export const PageTab = createContext("");

let isAnswered = false;

/** Goes somewhere after whoever typed was asked: no form on the way asks again. */
export function leaveAnswered(go: () => void): void {
  isAnswered = true;
  go();
  isAnswered = false;
}

/** Whether the question was asked already. */
export const wasAnswered = (): boolean => isAnswered;

interface Mark {
  readonly tab: string;
  isDrawn: boolean;
}

/** Forms with something typed but not saved, those on hidden pages included. */
const unsaved = new Map<object, Mark>();
let shownTab = "";

/** Says which tab is in front: a form that goes away in another one is only hidden. */
export const noteShownTab = (tab: string): void => {
  shownTab = tab;
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The browser asks before the window goes, as long as there is something to lose. */
function watchWindow(): void {
  if (unsaved.size > 0) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

/** Whether some form, of one tab where it is named, holds changes that have not been saved. */
export const hasUnsavedChanges = (tab?: string): boolean =>
  [...unsaved.values()].some((mark) => tab === undefined || mark.tab === tab);

/** The form has nothing to lose any more. */
export function forgetUnsaved(form: object): void {
  unsaved.delete(form);
  watchWindow();
}

/** Nothing in these tabs is worth asking about: their pages are being taken away. */
export function forgetTabs(tabs: readonly string[]): void {
  for (const [form, { tab }] of unsaved) if (tabs.includes(tab)) unsaved.delete(form);
  watchWindow();
}

/**
 * Counts a form as unsaved. The answered function is for when it is no longer drawn: a form of the tab in front was
 * closed then and counts no more, one of another tab is only hidden and still holds what was typed.
 */
export function markUnsaved(form: object, tab: string): () => void {
  const mark: Mark = { tab, isDrawn: true };
  unsaved.set(form, mark);
  watchWindow();
  return () => {
    mark.isDrawn = false;
    // The tab in front changes in the same turn in which its predecessor's forms are hidden.
    setTimeout(() => {
      const isClosed = mark.tab === "" || mark.tab === shownTab;
      if (!mark.isDrawn && isClosed && unsaved.get(form) === mark) forgetUnsaved(form);
    });
  };
}
