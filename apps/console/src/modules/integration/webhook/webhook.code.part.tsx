import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import "./webhook.css";

/** Text exactly as it is, with a way to copy it. */
export function CodeBlock({ title, value }: { readonly title: string; readonly value: string }) {
  const { copy } = useUiWords();
  return (
    <>
      <div className="webhook-code-head">
        <span>{title}</span>
        <Copyable value={value}>{copy}</Copyable>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className="webhook-code" tabIndex={0}>
        {value}
      </pre>
    </>
  );
}
