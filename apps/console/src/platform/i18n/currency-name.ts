import { currencyCodes } from "@countinghouse/money/currency.ts";

const byLocale = new Map<string, readonly { readonly value: string; readonly label: string }[]>();

/** Every supported currency with its name in a language, searchable by both. */
export function currencyChoices(locale: string): readonly { readonly value: string; readonly label: string }[] {
  const known = byLocale.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  const choices = currencyCodes
    .toSorted()
    .map((value) => ({ value, label: `${value} ${names.of(value) ?? ""}`.trim() }));
  byLocale.set(locale, choices);
  return choices;
}
