import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { shellMessages } from "./shell.messages.ts";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Closes by its buttons only, not by Esc or a click outside. */
  readonly isStrict?: boolean;
  readonly className?: string;
}

/** A modal dialog. The browser traps the focus and restores it. */
export function Dialog({ title, children, onClose, isStrict = false, className = "" }: Props) {
  const words = useWords(shellMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Esc, which the browser reports as "cancel".
    <dialog
      ref={dialog}
      className={`ch-dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isStrict) onClose();
      }}
      onClick={(event) => {
        if (!isStrict && event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-inside">
        <header>
          <h2 id={id}>{title}</h2>
          {isStrict ? null : (
            <button type="button" className="ch-icon-btn" aria-label={words.close} onClick={onClose}>
              <X size={16} aria-hidden />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
