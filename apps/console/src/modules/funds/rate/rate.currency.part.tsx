import { currencyCodes } from "@countinghouse/money/currency.ts";
import { type Choice, ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useMemo } from "react";
import { useLocale } from "../../../platform/i18n/use-words.ts";

/** A currency by its code, found by its name in the reader's language too. */
export function CurrencyInput(props: InputProps<string>) {
  const locale = useLocale();
  const choices = useMemo((): Choice<string>[] => {
    const names = new Intl.DisplayNames([locale], { type: "currency" });
    return currencyCodes.toSorted().map((value) => ({ value, label: `${value} ${names.of(value) ?? ""}`.trim() }));
  }, [locale]);
  return <ChoiceInput<string> {...props} isRequired choices={choices} />;
}
