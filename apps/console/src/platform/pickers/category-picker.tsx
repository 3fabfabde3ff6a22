import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { ChoiceInput, ChoicesInput, type InputChoice, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useState } from "react";
import { useLocale } from "../i18n/use-words.ts";
import { categoryTitle, merchantCategories } from "./category-codes.ts";

const choiceOf = (code: string, title: string | undefined): InputChoice<string> => ({
  value: code,
  label: title ? `${code} · ${title}` : code,
});

/** Every category, with those that stand in no list: chosen before, or typed as four digits. */
function choicesOf(locale: Locale, further: readonly string[]): readonly InputChoice<string>[] {
  const listed = merchantCategories(locale);
  const known = new Set(listed.map(({ code }) => code));
  const others = [...new Set(further)].filter((code) => /^\d{4}$/.test(code) && !known.has(code));
  return [
    ...others.map((code) => choiceOf(code, categoryTitle(code, locale))),
    ...listed.map(({ code, title }) => choiceOf(code, title)),
  ];
}

/** A merchant category, found by its title or its code. */
export function CategoryPicker(props: InputProps<string>) {
  const [typed, setTyped] = useState("");
  const choices = choicesOf(useLocale(), [props.value ?? "", typed]);
  return <ChoiceInput<string> {...props} choices={choices} onSearch={setTyped} />;
}

/** Several merchant categories. */
export function CategoriesPicker(props: InputProps<readonly string[]>) {
  const [typed, setTyped] = useState("");
  const choices = choicesOf(useLocale(), [...(props.value ?? []), typed]);
  return <ChoicesInput<string> {...props} choices={choices} onSearch={setTyped} />;
}
