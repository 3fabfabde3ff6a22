import { Input } from "antd";
import { useState } from "react";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import type { InputProps } from "./inputs.tsx";

const written = (value: unknown): string =>
  value === null || value === undefined ? "" : JSON.stringify(value, null, 2);

/** A structured value as text. What is not JSON stays as typed and says where it breaks; only JSON is passed on. */
export function JsonInput({ facts, value, onChange, isDisabled }: InputProps<unknown>) {
  const words = useUiWords();
  const [text, setText] = useState(() => written(value));
  const [reason, setReason] = useState<string>();
  const onText = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === "" ? null : JSON.parse(next));
      setReason(undefined);
    } catch (error) {
      // Handed on as text, so that the schema refuses it and the form is not sent with the value before.
      onChange(next);
      setReason(error instanceof Error ? error.message : String(error));
    }
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
        {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
        {...(reason || facts.isInvalid ? { status: "error" as const } : {})}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {reason && <p className="ch-field-error">{fillWords(words.invalidJson, { reason })}</p>}
    </>
  );
}
