import { useContext, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { useWords } from "../i18n/use-words.ts";
import { AskOnce } from "./ask-once.tsx";
import { pagesMessages } from "./pages.messages.ts";
import { forgetUnsaved, markUnsaved, PageTab, StaysAlive, wasAnswered } from "./unsaved-forms.ts";

/**
 * Asks before what was typed is lost: by leaving a page that does not stay alive, by closing or reloading the window,
 * or by whoever asks `hasUnsavedChanges` first, as the tabs do.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const question = useDiscardQuestion();
  const staysAlive = useContext(StaysAlive);
  const tab = useContext(PageTab);
  const [form] = useState(() => ({}));
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && !staysAlive && !wasAnswered(),
  );
  useEffect(() => {
    if (isDirty) return markUnsaved(form, tab);
    forgetUnsaved(form);
    return undefined;
  }, [isDirty, form, tab]);
  if (blocker.state !== "blocked") return null;
  const { location, proceed, reset } = blocker;
  // Keyed, because a second way out may be held back before the answer to the first is drawn.
  return <AskOnce key={location.key} question={question} onAnswer={(isYes) => (isYes ? proceed() : reset())} />;
}

/** “Discard what you typed?” */
export function useDiscardQuestion() {
  const words = useWords(pagesMessages);
  return {
    title: words.unsavedTitle,
    text: words.unsavedText,
    confirm: words.discard,
    stay: words.stay,
    isDangerous: true,
  };
}
