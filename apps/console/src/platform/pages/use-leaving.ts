import { leaveThenDismantle } from "@countinghouse/ui/layout/use-after-frame.ts";
import { useRef } from "react";
import { useDiscardQuestion } from "./unsaved-guard.tsx";
import { useConfirm } from "./use-confirm.tsx";
import type { RecordFormState } from "./use-record-form.ts";

/**
 * Leaving a form: something typed is asked about first; the dialog or drawer around `button` goes at once and is taken
 * apart afterwards. `dialog` is the question, to be drawn inside the form.
 */
export function useLeaving(form: Pick<RecordFormState, "isDirty" | "forget">, onClose: () => void) {
  const { ask, dialog } = useConfirm();
  const discard = useDiscardQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const close = async () => {
    if (form.isDirty && !(await ask(discard))) return;
    form.forget();
    leaveThenDismantle(button.current?.closest<HTMLElement>(".ant-modal-root, .ant-drawer"), onClose);
  };
  return { close: () => void close(), dialog, button };
}
