import "./cells.css";
import { type ReactNode, useEffect, useState } from "react";
import { useUiWords } from "../layout/ui-words.ts";
import { copyText } from "./copy-text.ts";

/** Feedback after copying, shown for a moment. */
type Answer = "copied" | "copyFailed";

/** Text that is copied by a click; says "Copied" next to it and to assistive technology. */
export function Copyable({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  const words = useUiWords();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(undefined), 1_500);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <span className="ch-copyable">
      <button
        type="button"
        className={`ch-copyable-button ${className ?? ""}`}
        title={`${value} · ${words.copy}`}
        onClick={async (event) => {
          event.stopPropagation();
          setAnswer((await copyText(value)) ? "copied" : "copyFailed");
        }}
      >
        {children}
      </button>
      <span role="status" className="ch-copied">
        {answer && words[answer]}
      </span>
    </span>
  );
}
