import { defaultLocale, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { currentLocale, useLocale } from "./language.ts";

export { useLocale } from "./language.ts";

/** What has words: a resource of the contract, or a catalogue of its own. */
export type WordSource<W> = { readonly messages: Readonly<Record<Locale, W>> } | Readonly<Record<Locale, W>>;

/** The words of a source in one language. */
export const wordsIn = <W>(source: WordSource<W>, locale: Locale): W =>
  "messages" in source ? source.messages[locale] : source[locale];

/** The words of a source in the language in use, for what is not a component. */
export const wordsNow = <W>(source: WordSource<W>): W => wordsIn(source, currentLocale());

/**
 * The words of a resource or a catalogue in the language in use; typed, so that a missing word does not compile.
 * Slots are filled with `fill` of the contract kit: `fill(words.refusals.inUse, { count, name })`.
 */
export const useWords = <W>(source: WordSource<W>): W => wordsIn(source, useLocale());

/** Picks a title: a map of locale to name, as an object or as JSON text, or a plain text. */
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
