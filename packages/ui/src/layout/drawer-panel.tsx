import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import "./layout.css";
import { useUiWords } from "./ui-words.ts";

interface DrawerPanelProps {
  /** Names the panel; shown small at its top, such as the record's number. */
  readonly label: ReactNode;
  /** `wide` is 880 px instead of 560. */
  readonly width?: "normal" | "wide";
  /** Buttons beside the close button. */
  readonly tools?: ReactNode;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onClose(): void;
  readonly children: ReactNode;
}

/**
 * A panel at the right of a page: docked from 1600 px, floating without a mask below, the whole screen on a phone.
 * The list beside it keeps the focus, so that rows can be walked; Escape closes.
 */
export function DrawerPanel({
  label,
  width = "normal",
  tools,
  onPrevious,
  onNext,
  onClose,
  children,
}: DrawerPanelProps) {
  const words = useUiWords();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      // A dialog or menu in front handles Escape first.
      const isAbove = document.querySelector(
        ".ant-modal-wrap:not([style*='display: none']), .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)",
      );
      if (event.key === "Escape" && !event.defaultPrevented && !isAbove) close.current();
    };
    document.addEventListener("keydown", onEscape);
    return () => document.removeEventListener("keydown", onEscape);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== panel.current) return;
    if (event.key.toLowerCase() === "j") onNext?.();
    if (event.key.toLowerCase() === "k") onPrevious?.();
  };
  return (
    <aside
      ref={panel}
      className={`ch-drawer ch-drawer-${width}`}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="ch-drawer-head">
        <span id={titleId} className="ch-drawer-label ch-cut">
          {label}
        </span>
        <span className="ch-grow" />
        {tools}
        {(onPrevious || onNext) && (
          <>
            <PanelButton label={words.previousRecord} isDisabled={!onPrevious} onClick={() => onPrevious?.()}>
              <ChevronUp size={16} aria-hidden="true" />
            </PanelButton>
            <PanelButton label={words.nextRecord} isDisabled={!onNext} onClick={() => onNext?.()}>
              <ChevronDown size={16} aria-hidden="true" />
            </PanelButton>
          </>
        )}
        <PanelButton label={words.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </PanelButton>
      </header>
      <div className="ch-drawer-body">{children}</div>
    </aside>
  );
}

interface PanelButtonProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  onClick(): void;
  readonly children: ReactNode;
}

const PanelButton = ({ label, isDisabled = false, onClick, children }: PanelButtonProps) => (
  <button
    type="button"
    className="ch-icon-btn"
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </button>
);
