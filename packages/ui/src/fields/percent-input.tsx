import { formatPercent, parsePercent } from "@countinghouse/money/rate.ts";
import { Input } from "antd";
import { useState } from "react";
import type { InputProps } from "./inputs.tsx";

const written = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? "" : formatPercent(rate);

/**
 * A share, typed in per cent with up to four decimals and passed on in millionths. What cannot be read is passed on as
 * it was typed, to be refused.
 */
export function PercentInput({ facts, value, onChange, isDisabled, isRequired }: InputProps<number>) {
  const [text, setText] = useState(() => written(value));
  const onText = (next: string) => {
    setText(next);
    if (next.trim() === "") return onChange(null);
    try {
      onChange(parsePercent(next));
    } catch {
      onChange(next as never);
    }
  };
  return (
    <Input
      id={facts.id}
      className="ch-money-input"
      inputMode="decimal"
      autoComplete="off"
      suffix="%"
      disabled={isDisabled ?? false}
      aria-required={isRequired ?? false}
      aria-invalid={facts.isInvalid}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
