import type { InputChoice } from "@countinghouse/ui/fields/inputs.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { countryChoices } from "../i18n/country-name.ts";
import { currencyChoices } from "../i18n/currency-name.ts";
import { useLocale } from "../i18n/use-words.ts";
import { useReferredRecord } from "../references/use-references.ts";
import { useDictionary } from "../session/session.ts";
import type { FilterValue } from "./list-address.ts";
import type { FilterField } from "./paged-resource.ts";

/** The values a filter can be set to, when it is a closed set. */
export function useFilterChoices({ facts }: FilterField): readonly InputChoice<string | number>[] | undefined {
  const locale = useLocale();
  const words = useUiWords();
  const items = useDictionary(facts.dictionary ?? "");
  if (facts.enumeration) return facts.enumeration.members.map(({ value, text }) => ({ value, label: text[locale] }));
  if (facts.kind === "dictionary") return items.map(({ code, name, value }) => ({ value: code, label: name || value }));
  if (facts.isCurrency) return currencyChoices(locale);
  if (facts.isCountry) return countryChoices(locale);
  if (facts.kind === "boolean")
    return [
      { value: "true", label: words.yes },
      { value: "false", label: words.no },
    ];
  return undefined;
}

/** The values of a filter in words. A record is called by its name; nothing is said while that is on its way. */
export function useValueNames(field: FilterField, value: FilterValue): (one: string | number | boolean) => string {
  const { target } = field.facts;
  const values = value.kind === "many" ? value.values : value.kind === "one" ? [value.value] : [];
  const { found, isWaiting } = useReferredRecord(target, values as readonly (string | number)[]);
  const choices = useFilterChoices(field);
  const names = target ? found?.map((one) => ({ value: one.value, label: one.name })) : choices;
  return (one) =>
    names?.find((choice) => String(choice.value) === String(one))?.label ?? (target && isWaiting ? "…" : String(one));
}
