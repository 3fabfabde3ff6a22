import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useTyped } from "@countinghouse/ui/fields/use-typed.ts";
import { Input } from "antd";

/** Several short texts, one to a line. */
export function LinesInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) {
  const [text, setText] = useTyped(value, (lines) => (lines ?? []).join("\n"));
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
        const lines = target.value.split(/[\s,;]+/).filter((line) => line !== "");
        setText(target.value, lines);
        onChange(lines);
      }}
    />
  );
}
