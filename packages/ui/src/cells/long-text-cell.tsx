import "./cells.css";
import { useState } from "react";
import { useUiWords } from "../layout/ui-words.ts";

/** Characters shown before the text is collapsed. */
const foldedLength = 240;

/** Multi-line text for details: long texts are collapsed and expanded by a button. */
export function LongText({ value }: { value: string }) {
  const words = useUiWords();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = value.length > foldedLength;
  return (
    <span className="ch-long-text">
      {isLong && !isOpen ? `${value.slice(0, foldedLength)}…` : value}
      {isLong && (
        <button type="button" className="ch-link" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? words.collapse : words.expand}
        </button>
      )}
    </span>
  );
}
