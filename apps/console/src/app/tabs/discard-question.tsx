import { fill } from "@countinghouse/contract/kit/locale.ts";
import { titleIn, useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { AskOnce } from "../../platform/pages/ask-once.tsx";
import { useDiscardQuestion } from "../../platform/pages/unsaved-guard.tsx";
import { useStore } from "../../platform/state/store.ts";
import { discarding } from "./tab-store.ts";
import { tabsMessages } from "./tabs.messages.ts";

/** Asks before closing or refreshing tabs with unsaved changes, naming them. */
export function DiscardQuestion() {
  const asked = useStore(discarding);
  const question = useDiscardQuestion();
  const words = useWords(tabsMessages);
  const locale = useLocale();
  if (!asked) return null;
  const titles = asked.tabs.map((tab) => titleIn(tab.title, locale)).join(words.separator);
  return (
    <AskOnce
      key={asked.tabs.map(({ key }) => key).join(" ")}
      question={{ ...question, text: fill(words.unsavedIn, { titles }) }}
      onAnswer={(isConfirmed) => {
        discarding.set(undefined);
        if (isConfirmed) asked.proceed();
      }}
    />
  );
}
