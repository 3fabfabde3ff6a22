import { useContext, useEffect } from "react";
import { useBlocker } from "react-router";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";
import { AskOnce } from "./row-actions.tsx";
import { isTakenAway, markUnsaved, StaysAlive } from "./unsaved-forms.ts";

/**
 * Asks before what was typed is lost: by leaving a page that does not stay alive, by closing its tab, by closing or
 * reloading the window, or by whoever asks `hasUnsavedChanges` first.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const question = useDiscardQuestion();
  const staysAlive = useContext(StaysAlive);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && (!staysAlive || isTakenAway()),
  );
  useEffect(() => {
    if (!isDirty) return;
    const forget = markUnsaved();
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      forget();
      window.removeEventListener("beforeunload", warn);
    };
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <AskOnce question={question} onAnswer={(isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset())} />
  );
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
