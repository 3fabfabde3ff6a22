import { formatDecimal, parseTyped } from "@countinghouse/money/decimal-amount.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { Input } from "antd";
import { useState } from "react";
import type { InputProps } from "./inputs.tsx";

interface MoneyInputProps extends InputProps<string> {
  /** ISO 4217; decides how many decimals there are. */
  readonly currency: string;
}

const written = (wire: string | null | undefined, currency: string): string =>
  wire ? formatDecimal(fromWire(wire, currency)) : "";

/** An amount, typed as people write it and passed on as minor units. What cannot be read is passed on as typed, to be refused. */
export function MoneyInput({ facts, value, onChange, isDisabled, isRequired, currency }: MoneyInputProps) {
  const [text, setText] = useState(() => written(value, currency));
  const onText = (next: string) => {
    setText(next);
    if (next.trim() === "") return onChange(null);
    try {
      onChange(toWire(parseTyped(next, currency)));
    } catch {
      onChange(next);
    }
  };
  return (
    <Input
      id={facts.id}
      className="ch-money-input"
      inputMode="decimal"
      autoComplete="off"
      suffix={currency}
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
