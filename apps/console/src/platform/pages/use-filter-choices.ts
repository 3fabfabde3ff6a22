import type { Choice } from "@countinghouse/ui/fields/inputs.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { useLocale } from "../i18n/use-words.ts";
import { useDictionary } from "../session/session.ts";
import type { FilterField } from "./paged-resource.ts";

/** The values a filter can be set to, when it is a closed set. */
export function useFilterChoices({ facts }: FilterField): readonly Choice<string | number>[] | undefined {
  const locale = useLocale();
  const words = useUiWords();
  const items = useDictionary(facts.dictionary ?? "");
  if (facts.enumeration) return facts.enumeration.members.map(({ value, text }) => ({ value, label: text[locale] }));
  if (facts.kind === "dictionary") return items.map(({ code, name, value }) => ({ value: code, label: name || value }));
  if (facts.kind === "boolean")
    return [
      { value: "true", label: words.yes },
      { value: "false", label: words.no },
    ];
  return undefined;
}
