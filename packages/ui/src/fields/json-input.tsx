import { Input } from "antd";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import type { InputProps } from "./inputs.tsx";
import { useTyped } from "./use-typed.ts";

/** Text in the box was typed and is not JSON: strings are never values of their own. */
const written = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

/** The parsed value of a text, or why it is invalid: it is then passed on as text, so that the schema refuses it. */
function readJson(text: string): { readonly value: unknown; readonly reason?: string } {
  if (text.trim() === "") return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { value: text, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A structured value as text. What is not JSON stays as typed and says where it breaks; only JSON is passed on. */
export function JsonInput({ facts, value, onChange, isDisabled }: InputProps<unknown>) {
  const words = useUiWords();
  const [text, setText] = useTyped(value, written);
  const { reason } = readJson(text);
  const reasonId = `${facts.id}-json`;
  const describedBy = [facts.describedBy, reason && reasonId].filter(Boolean).join(" ");
  const onText = (next: string) => {
    const read = readJson(next);
    setText(next, read.value);
    onChange(read.value);
  };
  return (
    <>
      <Input.TextArea
        id={facts.id}
        className="ch-mono"
        autoSize={{ minRows: 4, maxRows: 16 }}
        spellCheck={false}
        disabled={isDisabled ?? false}
        aria-invalid={facts.isInvalid || reason !== undefined}
        {...(describedBy ? { "aria-describedby": describedBy } : {})}
        {...(reason || facts.isInvalid ? { status: "error" as const } : {})}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {reason && (
        <p className="ch-field-error" id={reasonId}>
          {fillWords(words.invalidJson, { reason })}
        </p>
      )}
    </>
  );
}
