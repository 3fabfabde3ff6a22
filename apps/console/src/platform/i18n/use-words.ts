import { defaultLocale, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { currentLocale, useLocale } from "./language.ts";

export { useLocale } from "./language.ts";

/** A source of texts: a resource of the contract, or a catalogue. */
export type WordSource<W> = { readonly messages: Readonly<Record<Locale, W>> } | Readonly<Record<Locale, W>>;

/** A source's texts in a language. */
export const wordsIn = <W>(source: WordSource<W>, locale: Locale): W =>
  "messages" in source ? source.messages[locale] : source[locale];

/** A source's texts in the current language, outside of components. */
export const wordsNow = <W>(source: WordSource<W>): W => wordsIn(source, currentLocale());

/**
 * Texts of a resource or catalogue in the current language; typed, so that a missing text does not compile.
 * Placeholders are filled with `fill` of the contract kit: `fill(words.refusals.inUse, { count, name })`.
 */
export const useWords = <W>(source: WordSource<W>): W => wordsIn(source, useLocale());

/** Picks a title: a map by locale, as an object or JSON, or a plain text. */
export function titleIn(title: string | Readonly<Record<string, unknown>> | null | undefined, locale: Locale): string {
  if (!title) return "";
  if (typeof title === "string") {
    if (!title.startsWith("{")) return title;
    try {
      return titleIn(JSON.parse(title) as Record<string, unknown>, locale);
    } catch {
      return title;
    }
  }
  const named = title[locale] ?? title[defaultLocale] ?? Object.values(title)[0];
  return typeof named === "string" ? named : "";
}
