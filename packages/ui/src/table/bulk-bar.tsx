import { X } from "lucide-react";
import type { ReactNode } from "react";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import "./bulk-bar.css";

interface BulkBarProps {
  readonly count: number;
  /** Sums of the selection, or a way to select more. */
  readonly facts?: ReactNode;
  /** What can be done with the selection. */
  readonly children: ReactNode;
  onClear(): void;
}

/** Takes the toolbar's place, at its height, while rows are ticked. */
export function BulkBar({ count, facts, children, onClear }: BulkBarProps) {
  const words = useUiWords();
  return (
    <div className="ch-bar ch-bulk" role="toolbar" aria-label={fillWords(words.selected, { count })}>
      <b aria-live="polite">{fillWords(words.selected, { count })}</b>
      {facts}
      <span className="ch-grow" />
      {children}
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={words.clearSelection}
        title={words.clearSelection}
        onClick={onClear}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
