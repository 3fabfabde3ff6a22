import { useState } from "react";
import { type ConfirmQuestion, useConfirm } from "./use-confirm.tsx";

/** Asks as soon as it is there. */
export function AskOnce({ question, onAnswer }: { question: ConfirmQuestion; onAnswer(isConfirmed: boolean): void }) {
  const { ask, dialog } = useConfirm();
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    setIsAsked(true);
    void ask(question).then(onAnswer);
  }
  return dialog;
}
