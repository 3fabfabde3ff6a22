import { formatPercent, parsePercent } from "@countinghouse/money/rate.ts";
import { Input } from "antd";
import type { InputProps } from "./inputs.tsx";
import { useTyped } from "./use-typed.ts";

/** A text that is not a valid percentage is shown as typed, for example in a saved draft. */
const written = (rate: number | null | undefined): string =>
  typeof rate === "number" ? formatPercent(rate) : String(rate ?? "");

function rateOf(typed: string): number | null {
  if (typed.trim() === "") return null;
  try {
    return parsePercent(typed);
  } catch {
    return typed as never;
  }
}

/**
 * A share, typed in per cent with up to four decimals and passed on in millionths. What cannot be read is passed on as
 * it was typed, to be refused.
 */
export function PercentInput({ facts, value, onChange, isDisabled, isRequired }: InputProps<number>) {
  const [text, setText] = useTyped(value, written);
  const onText = (next: string) => {
    const rate = rateOf(next);
    setText(next, rate);
    onChange(rate);
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
