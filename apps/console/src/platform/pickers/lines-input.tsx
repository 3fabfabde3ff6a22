import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Input } from "antd";
import { useState } from "react";

/** Several short texts, one to a line. */
export function LinesInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) {
  const [text, setText] = useState(() => (value ?? []).join("\n"));
  return (
    <Input.TextArea
      id={facts.id}
      autoSize={{ minRows: 2, maxRows: 8 }}
      disabled={isDisabled}
      aria-invalid={facts.isInvalid}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.split(/[\s,;]+/).filter((line) => line !== ""));
      }}
    />
  );
}
