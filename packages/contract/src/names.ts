import { z } from "zod";
import { field, requiredText } from "./kit/field.ts";
import { type Locale, locales } from "./kit/locale.ts";

/** A text per language; a language left out falls back to the record's own text. */
export type LocaleNames = Readonly<Partial<Record<Locale, string | undefined>>>;

/** Input of a text per language, each up to `max` characters. Other keys are refused. */
export const localeNames = (max: number) => {
  const text = requiredText(max).optional();
  return field(z.strictObject({ en: text, "zh-cn": text, "zh-tw": text }), { kind: "json", isNames: true }).nullish();
};

/** The text in a language, or the fallback where that language has none. */
export const nameIn = (locale: Locale, names: LocaleNames | null | undefined, fallback: string): string =>
  names?.[locale] ?? fallback;

/** Every text of `names` and the fallback: what a search in any language has to look at. */
export const namesOf = (names: LocaleNames | null | undefined, fallback: string): readonly string[] => [
  fallback,
  ...locales.flatMap((locale) => names?.[locale] ?? []),
];
