import { isCurrency } from "@countinghouse/money/currency.ts";
import type { InputFacts } from "@countinghouse/ui/fields/field.tsx";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useWords } from "../i18n/use-words.ts";
import { CurrencyPicker } from "./payment-pickers.tsx";
import { pickersMessages } from "./pickers.messages.ts";
import { type LineField, RowsInput } from "./rows-input.tsx";

interface OfCurrency {
  readonly currency: string;
}

/** The currency of a line. */
export const currencyField = <Row extends OfCurrency>(label: string): LineField<Row> => ({
  key: "currency",
  label,
  input: (row, facts, onChange) => (
    <CurrencyPicker facts={facts} value={row.currency || null} onChange={onChange} isRequired />
  ),
});

/** An amount of a line, in the line's currency; another currency shows the same minor units in its own way. */
export const amountField = <Row extends OfCurrency>(key: keyof Row & string, label: string): LineField<Row> => ({
  key,
  label,
  input: (row, facts, onChange) => (
    <LineAmount facts={facts} currency={row.currency} value={row[key] as string | null} onChange={onChange} />
  ),
});

interface LineAmountProps {
  readonly facts: InputFacts;
  readonly currency: string;
  readonly value: string | null;
  onChange(value: string | null): void;
}

const LineAmount = ({ currency, ...props }: LineAmountProps) => (
  <MoneyInput
    key={currency}
    {...props}
    currency={isCurrency(currency) ? currency : "USD"}
    isDisabled={!isCurrency(currency)}
  />
);

export interface AmountLimit extends OfCurrency {
  readonly min: string | null;
  readonly max: string | null;
}

/** The smallest and largest amount of a payment per currency. */
export function LimitsInput(props: InputProps<readonly AmountLimit[]>) {
  const words = useWords(pickersMessages);
  return (
    <RowsInput<AmountLimit>
      {...props}
      blank={() => ({ currency: "", min: null, max: null })}
      fields={[currencyField(words.currency), amountField("min", words.smallest), amountField("max", words.largest)]}
    />
  );
}

export interface FixedAmount extends OfCurrency {
  readonly amount: string | null;
}

/** One fixed amount per currency. */
export function FixedAmountsInput(props: InputProps<readonly FixedAmount[]>) {
  const words = useWords(pickersMessages);
  return (
    <RowsInput<FixedAmount>
      {...props}
      blank={() => ({ currency: "", amount: null })}
      fields={[currencyField(words.currency), amountField("amount", words.amount)]}
    />
  );
}
