import { formatDecimal, parseTyped } from "@countinghouse/money/decimal-amount.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { Input } from "antd";
import type { InputProps } from "./inputs.tsx";
import { useTyped } from "./use-typed.ts";

interface MoneyInputProps extends InputProps<string> {
  /** ISO 4217; decides how many decimals there are. */
  readonly currency: string;
}

const minorUnits = /^(?:0|-?[1-9]\d{0,18})$/;

/** A text that is not a valid amount is shown as typed, for example in a saved draft. */
const written = (wire: string | null | undefined, currency: string): string =>
  wire && minorUnits.test(wire) ? formatDecimal(fromWire(wire, currency)) : (wire ?? "");

function wireOf(typed: string, currency: string): string | null {
  if (typed.trim() === "") return null;
  try {
    return toWire(parseTyped(typed, currency));
  } catch {
    return typed;
  }
}

/** An amount, typed as people write it and passed on as minor units. What cannot be read is passed on as typed, to be refused. */
export function MoneyInput({ facts, value, onChange, isDisabled, isRequired, currency }: MoneyInputProps) {
  const [text, setText] = useTyped(value, (wire) => written(wire, currency));
  const onText = (next: string) => {
    const wire = wireOf(next, currency);
    setText(next, wire);
    onChange(wire);
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
